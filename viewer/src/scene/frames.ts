// Positions and axes of all frames at one time.
import type { FrameInfo, Point } from '../data/types';
import type { Run } from '../data/run';
import { quaternionsOf } from '../data/orientations';
import { Cursor, lerpInto, slerpInto } from '../data/sampling';
import { IDENTITY, multiply, rotationOf, transform } from './matrices';

export class Frames {
  readonly positions: Float64Array;
  readonly axes: Float64Array;
  private readonly order: number[];
  private readonly sample = new Float64Array(3);
  private readonly quaternion = new Float64Array(4);
  private readonly fixedAxes: (Float64Array | null)[];

  constructor(private readonly run: Run, private readonly infos: FrameInfo[]) {
    this.positions = new Float64Array(3 * infos.length);
    this.axes = new Float64Array(9 * infos.length);
    for (let i = 0; i < infos.length; ++i) this.axes.set(IDENTITY, 9 * i);
    this.order = orderOf(infos);
    this.fixedAxes = infos.map((info) => (info.axes ? Float64Array.from(info.axes) : null));
  }

  // Channels a frame moves with.
  static channels(infos: FrameInfo[]): string[] {
    return infos.flatMap((info) => [info.position, info.quaternion, info.orientation?.channel].filter((name) => name !== undefined));
  }

  update(cursor: Cursor): void {
    for (const i of this.order) {
      const info = this.infos[i]!;
      if (info.on !== undefined) this.updateFixed(i, info);
      else this.updateMoving(i, info, cursor);
    }
  }

  private updateMoving(i: number, info: FrameInfo, cursor: Cursor): void {
    const position = info.position && this.run.values(info.position);
    if (position) this.takeFinite(position, cursor, i);
    const quaternion = this.quaternionsOf(info);
    if (quaternion) {
      slerpInto(quaternion, cursor, this.quaternion);
      if (Number.isFinite(this.quaternion[0]!)) rotationOf(this.quaternion, 0, this.axes, 9 * i);
    }
  }

  private quaternionsOf({ quaternion, orientation }: FrameInfo): Float32Array | undefined {
    if (quaternion) return this.run.values(quaternion);
    const values = orientation && this.run.values(orientation.channel);
    return values && quaternionsOf(values, orientation.as);
  }

  // A record that is not finite leaves a frame where it was.
  private takeFinite(values: Float32Array, cursor: Cursor, i: number): void {
    lerpInto(values, 3, cursor, this.sample);
    if (Number.isFinite(this.sample[0]! + this.sample[1]! + this.sample[2]!)) this.positions.set(this.sample, 3 * i);
  }

  private updateFixed(i: number, info: FrameInfo): void {
    const on = info.on!;
    transform(this.axes, 9 * on, info.offset ?? ORIGIN, 0, this.positions, 3 * on, this.positions, 3 * i);
    multiply(this.axes, 9 * on, this.fixedAxes[i] ?? IDENTITY, 0, this.axes, 9 * i);
  }

  pointInto(point: Point, out: Float64Array, to: number): void {
    const f = point.frame;
    transform(this.axes, 9 * f, point.at, 0, this.positions, 3 * f, out, to);
  }
}

const ORIGIN = [0, 0, 0];

// Frames after those they sit on.
export function orderOf(infos: FrameInfo[]): number[] {
  const order: number[] = [];
  const done = new Set<number>();
  const visit = (i: number, depth: number): void => {
    if (done.has(i)) return;
    if (depth > infos.length) throw new Error(`Frame '${infos[i]!.name}' sits on itself.`);
    const on = infos[i]!.on;
    if (on !== undefined) visit(on, depth + 1);
    done.add(i);
    order.push(i);
  };
  infos.forEach((_, i) => visit(i, 0));
  return order;
}
