// Forces, moments and triads.
import type { Color } from 'three';
import type { ArrowShape, AxesShape } from '../../data/types';
import { lerpInto } from '../../data/sampling';
import { axesAlong, IDENTITY, multiply, transform } from '../matrices';
import type { Pool } from '../pool';
import type { Palette } from '../palette';
import type { Item, Moment } from './item';

// Proportions in units of the symbol size.
const SHAFT = 0.26;
const HEAD = 0.72;
const HEAD_LENGTH = 2.1;
const SECOND_HEAD = 0.75;  // distance between the heads of a moment, in head lengths

const components = new Float64Array(3);
const vector = new Float64Array(3);
const tail = new Float64Array(3);
const head = new Float64Array(3);
const axes = new Float64Array(9);
const ORIGIN = new Float64Array(3);

function along(distance: number): void {
  for (let k = 0; k < 3; ++k) head[k] = tail[k]! + distance * axes[3 * k + 2]!;
}

export class ArrowItem implements Item {
  readonly role: 'force' | 'moment';
  private readonly shaft: number;
  private readonly heads: number[];

  constructor(readonly owner: number, private readonly shape: ArrowShape, private readonly rods: Pool, private readonly cones: Pool) {
    this.role = shape.role === 'moment' ? 'moment' : 'force';
    this.shaft = rods.add(owner);
    this.heads = this.role === 'moment' ? [cones.add(owner), cones.add(owner)] : [cones.add(owner)];
  }

  get channel(): string { return this.shape.channel; }

  private hide(): void {
    this.rods.hide(this.shaft);
    for (const slot of this.heads) this.cones.hide(slot);
  }

  update({ run, cursor, frames, unit, arrowScale }: Moment, isShown: boolean): void {
    const values = isShown ? run.values(this.shape.channel) : undefined;
    if (!values) return this.hide();
    lerpInto(values, 3, cursor, components);
    const frame = this.shape.in ?? 0;
    transform(frames.axes, 9 * frame, components, 0, ORIGIN, 0, vector, 0);
    const norm = Math.hypot(vector[0]!, vector[1]!, vector[2]!);
    const length = norm * arrowScale[this.role];
    if (!(length > 0.02 * unit)) return this.hide();
    frames.pointInto(this.shape.point, tail, 0);
    axesAlong(vector[0]! / norm, vector[1]! / norm, vector[2]! / norm, axes);
    // Short arrows keep their proportions.
    const full = HEAD_LENGTH * (this.heads.length === 2 ? 1 + SECOND_HEAD : 1) * 1.15;
    const size = unit * Math.min(1, length / (full * unit));
    const headLength = HEAD_LENGTH * size;
    this.rods.place(this.shaft, axes, 0, tail, 0, SHAFT * size, SHAFT * size, length - 0.5 * headLength);
    for (let i = 0; i < this.heads.length; ++i) {
      along(length - headLength * (1 + SECOND_HEAD * i));
      this.cones.place(this.heads[i]!, axes, 0, head, 0, HEAD * size, HEAD * size, headLength);
    }
  }

  paint(color: Color): void {
    this.rods.paint(this.shaft, color);
    for (const slot of this.heads) this.cones.paint(slot, color);
  }
}

// Axes of the triad's rods and heads: column k of a pose seen as the third axis.
const TURNS = [0, 1, 2].map((k) => {
  const turn = new Float64Array(9);
  axesAlong(k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0, turn);
  return turn;
});

export class AxesItem implements Item {
  readonly role = 'frame';
  private readonly rodSlots: number[];
  private readonly coneSlots: number[];
  private readonly pose: Float64Array;
  private readonly poseInGround = new Float64Array(9);

  constructor(readonly owner: number, private readonly shape: AxesShape, private readonly rods: Pool, private readonly cones: Pool) {
    this.rodSlots = TURNS.map(() => rods.add(owner));
    this.coneSlots = TURNS.map(() => cones.add(owner));
    this.pose = shape.pose.axes ? Float64Array.from(shape.pose.axes) : IDENTITY;
  }

  update({ frames, unit }: Moment, isShown: boolean): void {
    if (!isShown) {
      for (const slot of this.rodSlots) this.rods.hide(slot);
      for (const slot of this.coneSlots) this.cones.hide(slot);
      return;
    }
    multiply(frames.axes, 9 * this.shape.pose.frame, this.pose, 0, this.poseInGround, 0);
    frames.pointInto(this.shape.pose, tail, 0);
    const length = this.shape.length;
    const size = Math.min(0.6 * unit, 0.14 * length);
    for (let k = 0; k < 3; ++k) {
      multiply(this.poseInGround, 0, TURNS[k]!, 0, axes, 0);
      this.rods.place(this.rodSlots[k]!, axes, 0, tail, 0, 0.2 * size, 0.2 * size, length - size);
      along(length - 1.4 * size);
      this.cones.place(this.coneSlots[k]!, axes, 0, head, 0, 0.5 * size, 0.5 * size, 1.4 * size);
    }
  }

  paint(color: Color, isSelected: boolean, palette: Palette): void {
    for (let k = 0; k < 3; ++k) {
      this.rods.paint(this.rodSlots[k]!, isSelected ? color : palette.axes[k]!);
      this.cones.paint(this.coneSlots[k]!, isSelected ? color : palette.axes[k]!);
    }
  }
}
