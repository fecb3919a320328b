// Boxes, ellipsoids, cylinders and points: one instance each.
import type { Color } from 'three';
import type { Point, Pose, Role } from '../../data/types';
import { IDENTITY, multiply } from '../matrices';
import type { Pool } from '../pool';
import type { Item, Moment } from './item';

const axes = new Float64Array(9);
const place = new Float64Array(3);

export class SolidItem implements Item {
  private readonly slot: number;
  private readonly axes: Float64Array;

  constructor(
    readonly owner: number, readonly role: Role, private readonly pool: Pool, private readonly pose: Pose,
    private readonly scale: readonly [number, number, number],
  ) {
    this.slot = pool.add(owner);
    this.axes = pose.axes ? Float64Array.from(pose.axes) : IDENTITY;
  }

  update({ frames }: Moment, isShown: boolean): void {
    if (!isShown) return this.pool.hide(this.slot);
    multiply(frames.axes, 9 * this.pose.frame, this.axes, 0, axes, 0);
    frames.pointInto(this.pose, place, 0);
    this.pool.place(this.slot, axes, 0, place, 0, ...this.scale);
  }

  paint(color: Color): void {
    this.pool.paint(this.slot, color);
  }
}

const POINT_RADIUS = 0.45;

export class PointsItem implements Item {
  private readonly slots: number[];

  constructor(readonly owner: number, readonly role: Role, private readonly pool: Pool, private readonly points: Point[]) {
    this.slots = points.map(() => pool.add(owner));
  }

  update({ frames, unit }: Moment, isShown: boolean): void {
    for (let i = 0; i < this.slots.length; ++i) {
      if (!isShown) {
        this.pool.hide(this.slots[i]!);
        continue;
      }
      frames.pointInto(this.points[i]!, place, 0);
      const radius = POINT_RADIUS * unit;
      this.pool.place(this.slots[i]!, IDENTITY, 0, place, 0, radius, radius, radius);
    }
  }

  paint(color: Color): void {
    for (const slot of this.slots) this.pool.paint(slot, color);
  }
}
