// The scene of one run: everything that moves with time.
import type { Color, Group } from 'three';
import type { ObjectInfo, Point, Role, SceneInfo } from '../data/types';
import type { Run } from '../data/run';
import { Cursor } from '../data/sampling';
import { extentOf, makeTranslucent, roleOf, SceneBuilder } from './builder';
import { Cloud } from './cloud';
import { enclosingObjects } from './enclosing';
import { Frames } from './frames';
import { ArrowItem } from './items/arrows';
import { TrailItem } from './items/trails';
import type { Item, Moment } from './items/item';
import type { Palette } from './palette';
import type { ValueRange } from './values';

const SYMBOL = 0.022;        // symbol size over model size
const LEAST_SYMBOL = 4;      // pixels, however far away the model is
const LONGEST_ARROW = 0.4;   // arrow of the largest load over model size
const TRAIL_POINTS = 2500;
const FIT_RECORDS = 60;
const MANY = 24;             // so many symbols of a kind are hidden at first

export class SceneModel {
  readonly scene: SceneInfo;
  readonly frames: Frames;
  readonly hiddenRoles = new Set<Role>();
  readonly hiddenObjects = new Set<number>();
  selected = -1;
  // All motion, and the first record.
  readonly motion = new Cloud();
  readonly start = new Cloud();
  private readonly builder: SceneBuilder;
  private readonly moment: Moment;
  private readonly anchors: (Point | null)[];
  private readonly extents: Point[][];
  private readonly automaticScale = { force: 1, moment: 1 };
  private readonly scales = { force: 1, moment: 1, symbols: 1 };
  private pixel = 0;  // metres

  constructor(readonly run: Run, readonly isGhost = false) {
    this.scene = run.header.scene;
    this.frames = new Frames(run, this.scene.frames);
    if (run.time.length > 0) this.frames.update(new Cursor());
    this.builder = new SceneBuilder(run, this.scene, isGhost, enclosingObjects(this.scene, this.frames));
    this.moment = {
      run, cursor: new Cursor(), frames: this.frames, unit: SYMBOL * this.size, arrowScale: { force: 1, moment: 1 }, colorsByValue: true,
    };
    this.anchors = this.scene.objects.map(anchorOf);
    this.extents = this.scene.objects.map((object) => (object.shapes ?? []).flatMap(extentOf));
    for (const role of ['force', 'moment', 'frame'] as const)
      if (this.builder.items.filter((item) => item.role === role).length > MANY) this.hiddenRoles.add(role);
  }

  get size(): number { return this.scene.size > 0 ? this.scene.size : 1; }
  get group(): Group { return this.builder.group; }
  get items(): readonly Item[] { return this.builder.items; }
  get valueRanges(): ValueRange[] { return this.builder.ranges.ranges; }
  roles(): Role[] { return [...new Set(this.items.map((item) => item.role))]; }

  // Channels that must be decoded before anything can be drawn; arrows may come later.
  static channels(scene: SceneInfo): string[] {
    const names = Frames.channels(scene.frames);
    for (const object of scene.objects)
      for (const shape of object.shapes ?? []) {
        if (shape.shape === 'curve') names.push(shape.channel);
        if ('values' in shape && shape.values) for (const value of shape.values) names.push(value, value.replace(/:\d+$/, ''));
      }
    return names;
  }

  // What depends on the whole run: paths, boxes, ranges of colours and arrows. Again when the run has grown.
  prepare(): void {
    const count = this.run.time.length;
    const trails = this.items.filter((item) => item instanceof TrailItem);
    const stride = Math.max(1, Math.ceil(count / (trails.length > 0 ? TRAIL_POINTS : FIT_RECORDS)));
    const records: number[] = [];
    for (let i = 0; i < count; i += stride) records.push(i);
    if (count > 0 && records[records.length - 1] !== count - 1) records.push(count - 1);
    for (const trail of trails) trail.begin(records.length);
    const fitStride = Math.max(1, Math.floor(records.length / FIT_RECORDS));
    const cursor = new Cursor();
    this.motion.clear();
    this.start.clear();
    records.forEach((record, i) => {
      cursor.index = record;
      this.frames.update(cursor);
      for (const trail of trails) trail.record(this.frames, i);
      if (i === 0) this.gather(this.start, record);
      if (i % fitStride === 0 || i === records.length - 1) this.gather(this.motion, record);
    });
    this.builder.trailRecords = Int32Array.from(records);
    for (const trail of trails) trail.finish();
    this.builder.ranges.measure();
    this.measureArrows();
  }

  private gather(cloud: Cloud, record: number, only = -1): void {
    this.scene.objects.forEach((object, i) => {
      if (only >= 0 ? i !== only : this.hiddenObjects.has(i)) return;
      for (const point of this.extents[i]!) {
        this.frames.pointInto(point, place, 0);
        cloud.add(place[0]!, place[1]!, place[2]!);
      }
      for (const shape of object.shapes ?? []) {
        const curve = shape.shape === 'curve' ? this.run.values(shape.channel) : undefined;
        if (!curve || shape.shape !== 'curve') continue;
        const size = this.run.channel(shape.channel)!.size;
        for (let k = record * size; k < (record + 1) * size; k += 3) cloud.add(curve[k]!, curve[k + 1]!, curve[k + 2]!);
      }
    });
  }

  // What is drawn now, of all objects or of one.
  now(only = -1): Cloud {
    const cloud = new Cloud();
    this.gather(cloud, this.moment.cursor.index, only);
    return cloud;
  }

  // Channels of the arrows that are shown.
  loads(): string[] {
    return this.items.filter((item) => item instanceof ArrowItem && !this.hiddenRoles.has(item.role)).map((item) => (item as ArrowItem).channel);
  }

  // The largest load of a run, without rare peaks, becomes an arrow of the same length in every model.
  measureArrows(): void {
    for (const role of ['force', 'moment'] as const) {
      let largest = 0;
      for (const item of this.items) {
        const values = item instanceof ArrowItem && item.role === role ? this.run.values(item.channel) : undefined;
        if (values) largest = Math.max(largest, largestOf(values));
      }
      this.automaticScale[role] = largest > 0 ? (LONGEST_ARROW * this.size) / largest : 0;
    }
  }

  setScale(what: 'force' | 'moment' | 'symbols', factor: number): void {
    this.scales[what] = factor;
  }

  setColorsByValue(isOn: boolean): void {
    this.moment.colorsByValue = isOn;
  }

  setBodyOpacity(opacity: number): void {
    for (const material of this.builder.bodyMaterials) makeTranslucent(material, opacity);
  }

  private get unit(): number { return Math.max(SYMBOL * this.size, LEAST_SYMBOL * this.pixel) * this.scales.symbols; }

  // How many metres a pixel is where the camera looks; true where symbols have another size for that.
  setPixel(pixel: number): boolean {
    this.pixel = pixel;
    return this.unit !== this.moment.unit;
  }

  isShown(item: Item): boolean {
    return !this.hiddenRoles.has(item.role) && !this.hiddenObjects.has(item.owner);
  }

  update(t: number): void {
    const { moment } = this;
    moment.cursor.seek(this.run.time, t);
    moment.unit = this.unit;
    moment.arrowScale.force = this.automaticScale.force * this.scales.force;
    moment.arrowScale.moment = this.automaticScale.moment * this.scales.moment;
    this.builder.wireRadius.value = 0.2 * moment.unit;
    this.frames.update(moment.cursor);
    for (const item of this.builder.items) item.update(moment, this.isShown(item));
    for (const pool of this.builder.pools) pool.commit();
  }

  refine(pixel: number): void {
    for (const pool of this.builder.pools) pool.refine(pixel);
  }

  paint(palette: Palette): void {
    let bodies = 0;
    const bodyColors = new Map<number, Color>();
    for (const item of this.items)
      if (item.role === 'body' && !bodyColors.has(item.owner))
        bodyColors.set(item.owner, palette.bodies[bodies++ % palette.bodies.length]!);
    for (const item of this.items) {
      const isSelected = item.owner === this.selected;
      const own = item.role === 'body' ? bodyColors.get(item.owner)! : palette.roles[item.role]!;
      item.paint(isSelected ? palette.selected : this.isGhost ? palette.ghost : own, isSelected, palette);
    }
  }

  // Where an object is now: its first shape, or the first frame it holds on to.
  anchorInto(object: number, out: Float64Array): boolean {
    const anchor = this.anchors[object];
    if (!anchor) return false;
    this.frames.pointInto(anchor, out, 0);
    return true;
  }

  // The place of a frame or an object ("name" or "kind.name") at the time shown.
  positionOf(name: string): [number, number, number] | null {
    const frame = this.scene.frames.findIndex((info) => info.name === name);
    if (frame >= 0) return [...this.frames.positions.slice(3 * frame, 3 * frame + 3)] as [number, number, number];
    const object = this.indexOf(name);
    if (object < 0 || !this.anchorInto(object, place)) return null;
    return [place[0]!, place[1]!, place[2]!];
  }

  indexOf(name: string): number {
    const exact = this.scene.objects.findIndex((object) => `${object.kind}.${object.name}` === name);
    return exact >= 0 ? exact : this.scene.objects.findIndex((object) => object.name === name);
  }
}

const place = new Float64Array(3);

function anchorOf(object: ObjectInfo): Point | null {
  const shapes = object.shapes ?? [];
  const drawn = shapes.find((shape) => roleOf(shape) !== 'tracer' && roleOf(shape) !== 'frame') ?? shapes[0];
  if (drawn && 'pose' in drawn) return drawn.pose;
  const points = drawn ? extentOf(drawn) : [];
  if (points.length > 0) return points[Math.floor((points.length - 1) / 2)]!;
  const frame = object.frames?.find((index) => index !== 0);
  return frame === undefined ? null : { frame, at: [0, 0, 0] };
}

// 98 of 100 records are not above this magnitude.
function largestOf(values: Float32Array): number {
  const norms = new Float32Array(values.length / 3);
  for (let i = 0; i < norms.length; ++i) norms[i] = Math.hypot(values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!) || 0;
  norms.sort();
  return norms[Math.floor(0.98 * (norms.length - 1))] ?? 0;
}
