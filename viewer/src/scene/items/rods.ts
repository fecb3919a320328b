// Polylines as thin rods with round corners, and springs as coils.
import type { Color } from 'three';
import type { Point, Role } from '../../data/types';
import { axesAlong, IDENTITY } from '../matrices';
import type { Pool } from '../pool';
import type { Item, Moment } from './item';

const axes = new Float64Array(9);

// Puts a unit shape along z between two points of an array; returns their distance.
export function placeBetween(pool: Pool, slot: number, points: Float64Array, from: number, to: number, radius: number): number {
  const x = points[to]! - points[from]!, y = points[to + 1]! - points[from + 1]!, z = points[to + 2]! - points[from + 2]!;
  const length = Math.hypot(x, y, z);
  if (length === 0) pool.hide(slot);
  else {
    axesAlong(x / length, y / length, z / length, axes);
    pool.place(slot, axes, 0, points, from, radius, radius, length);
  }
  return length;
}

const RADII: Partial<Record<Role, number>> = { body: 0.36, joint: 0.28, line: 0.24 };

export class RodsItem implements Item {
  private readonly places: Float64Array;
  private readonly rodSlots: number[];
  private readonly ballSlots: number[];

  constructor(
    readonly owner: number, readonly role: Role, private readonly rods: Pool, private readonly balls: Pool,
    private readonly points: Point[],
  ) {
    this.places = new Float64Array(3 * points.length);
    this.rodSlots = points.slice(1).map(() => rods.add(owner));
    this.ballSlots = points.map(() => balls.add(owner));
  }

  update({ frames, unit }: Moment, isShown: boolean): void {
    if (!isShown) {
      for (const slot of this.rodSlots) this.rods.hide(slot);
      for (const slot of this.ballSlots) this.balls.hide(slot);
      return;
    }
    const radius = (RADII[this.role] ?? 0.24) * unit;
    for (let i = 0; i < this.points.length; ++i) {
      frames.pointInto(this.points[i]!, this.places, 3 * i);
      this.balls.place(this.ballSlots[i]!, IDENTITY, 0, this.places, 3 * i, radius, radius, radius);
    }
    for (let i = 0; i < this.rodSlots.length; ++i)
      placeBetween(this.rods, this.rodSlots[i]!, this.places, 3 * i, 3 * i + 3, radius);
  }

  paint(color: Color): void {
    for (const slot of this.rodSlots) this.rods.paint(slot, color);
    for (const slot of this.ballSlots) this.balls.paint(slot, color);
  }
}

const COIL_RADIUS = 1.35;

export class SpringItem implements Item {
  private readonly slot: number;
  private readonly ends = new Float64Array(6);

  constructor(readonly owner: number, readonly role: Role, private readonly coils: Pool, private readonly points: Point[]) {
    this.slot = coils.add(owner);
  }

  update({ frames, unit }: Moment, isShown: boolean): void {
    if (!isShown) return this.coils.hide(this.slot);
    frames.pointInto(this.points[0]!, this.ends, 0);
    frames.pointInto(this.points[this.points.length - 1]!, this.ends, 3);
    placeBetween(this.coils, this.slot, this.ends, 0, 3, COIL_RADIUS * unit);
  }

  paint(color: Color): void {
    this.coils.paint(this.slot, color);
  }
}
