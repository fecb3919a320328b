// Paths of points: the whole path faint, the past one solid up to the point itself.
import { Color, type InstancedBufferGeometry } from 'three';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { Point } from '../../data/types';
import type { Frames } from '../frames';
import type { Item, Moment } from './item';

const place = new Float64Array(3);

export class TrailItem implements Item {
  readonly role = 'tracer';
  readonly whole: Line2;
  readonly past: Line2;
  readonly tip: Line2;
  private path = new Float32Array(0);
  private readonly tipPath = new Float32Array(6);

  // `records` are those the path goes through; they are shared by all trails.
  constructor(readonly owner: number, private readonly point: Point, private readonly records: () => Int32Array) {
    const line = (opacity: number, width: number): Line2 => {
      const material = new LineMaterial({ linewidth: width, transparent: opacity < 1, opacity, depthWrite: opacity === 1 });
      const made = new Line2(new LineGeometry(), material);
      made.frustumCulled = false;
      made.userData.owner = owner;
      return made;
    };
    this.whole = line(0.28, 1.5);
    this.past = line(1, 2);
    this.tip = line(1, 2);
  }

  begin(count: number): void {
    this.path = new Float32Array(3 * count);
  }

  record(frames: Frames, index: number): void {
    frames.pointInto(this.point, place, 0);
    this.path.set(place, 3 * index);
  }

  finish(): void {
    if (this.path.length < 6) return;
    for (const line of [this.whole, this.past, this.tip]) line.geometry.dispose();
    const build = (path: Float32Array): LineGeometry => new LineGeometry().setPositions(path);
    this.whole.geometry = build(this.path);
    this.past.geometry = build(this.path);
    this.tip.geometry = build(this.tipPath);
  }

  update({ frames, cursor }: Moment, isShown: boolean): void {
    const records = this.records();
    const isReady = isShown && records.length > 1;
    this.whole.visible = this.past.visible = this.tip.visible = isReady;
    if (!isReady) return;
    let passed = 0;
    for (let low = 0, high = records.length; low < high;) {
      const middle = (low + high) >> 1;
      if (records[middle]! <= cursor.index) { low = middle + 1; passed = middle; } else high = middle;
    }
    (this.past.geometry as InstancedBufferGeometry).instanceCount = passed;
    this.past.visible = passed > 0;
    frames.pointInto(this.point, place, 0);
    const ends = this.tip.geometry.getAttribute('instanceStart') as unknown as { data: { array: Float32Array; needsUpdate: boolean } };
    for (let k = 0; k < 3; ++k) {
      ends.data.array[k] = this.path[3 * passed + k]!;
      ends.data.array[3 + k] = place[k]!;
    }
    ends.data.needsUpdate = true;
  }

  paint(color: Color): void {
    for (const line of [this.whole, this.past, this.tip]) line.material.color.copy(color);
  }
}
