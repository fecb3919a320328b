// Lines whose colour or shape comes from channels: one smooth tube each.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh, MeshStandardMaterial } from 'three';
import type { Point, Role } from '../../data/types';
import { lerpAt } from '../../data/sampling';
import type { CornerValues } from '../values';
import type { Item, Moment } from './item';
import { axesAlong } from '../matrices';

const AROUND = 10;
const COS = Array.from({ length: AROUND }, (_, j) => Math.cos((2 * Math.PI * j) / AROUND));
const SIN = Array.from({ length: AROUND }, (_, j) => Math.sin((2 * Math.PI * j) / AROUND));
const RADIUS = 0.32;

const axes = new Float64Array(9);

export class TubeItem implements Item {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  private readonly places: Float64Array;
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;
  private readonly colors: Float32Array;
  private readonly plain = new Color();

  constructor(
    readonly owner: number, readonly role: Role, private readonly corners: Point[] | string, count: number,
    private readonly values: CornerValues | null, material: MeshStandardMaterial,
  ) {
    this.places = new Float64Array(3 * count);
    this.positions = new Float32Array(3 * count * AROUND);
    this.normals = new Float32Array(3 * count * AROUND);
    this.colors = new Float32Array(3 * count * AROUND);
    const geometry = new BufferGeometry();
    for (const [name, array] of [['position', this.positions], ['normal', this.normals], ['color', this.colors]] as const)
      geometry.setAttribute(name, new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
    const indices: number[] = [];
    for (let i = 0; i + 1 < count; ++i)
      for (let j = 0; j < AROUND; ++j) {
        const a = i * AROUND + j, b = i * AROUND + ((j + 1) % AROUND);
        indices.push(a, b, a + AROUND, b, b + AROUND, a + AROUND);
      }
    geometry.setIndex(indices);
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.userData.owner = owner;
  }

  update(moment: Moment, isShown: boolean): void {
    this.mesh.visible = isShown && this.readPlaces(moment);
    if (!this.mesh.visible) return;
    this.buildRings(RADIUS * moment.unit);
    this.colorRings(moment);
    for (const name of ['position', 'normal', 'color']) this.mesh.geometry.getAttribute(name).needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
  }

  private readPlaces({ run, cursor, frames }: Moment): boolean {
    if (typeof this.corners !== 'string') {
      for (let i = 0; i < this.corners.length; ++i) frames.pointInto(this.corners[i]!, this.places, 3 * i);
      return true;
    }
    const values = run.values(this.corners);
    if (!values) return false;
    for (let k = 0; k < this.places.length; ++k) this.places[k] = lerpAt(values, this.places.length, k, cursor);
    return this.places.every(Number.isFinite);
  }

  // Sections across the bisecting tangents; their first axis is carried along without twist.
  private buildRings(radius: number): void {
    const p = this.places;
    const last = p.length / 3 - 1;
    let nx = 0, ny = 0, nz = 0;
    let tx = 0, ty = 0, tz = 1;
    for (let i = 0; i <= last; ++i) {
      const a = 3 * Math.max(0, i - 1), b = 3 * Math.min(last, i + 1);
      const dx = p[b]! - p[a]!, dy = p[b + 1]! - p[a + 1]!, dz = p[b + 2]! - p[a + 2]!;
      const length = Math.hypot(dx, dy, dz);
      if (length > 0) { tx = dx / length; ty = dy / length; tz = dz / length; }
      const along = nx * tx + ny * ty + nz * tz;
      nx -= along * tx; ny -= along * ty; nz -= along * tz;
      const norm = Math.hypot(nx, ny, nz);
      if (norm < 1e-6) {
        axesAlong(tx, ty, tz, axes);
        nx = axes[0]!; ny = axes[3]!; nz = axes[6]!;
      } else { nx /= norm; ny /= norm; nz /= norm; }
      const mx = ty * nz - tz * ny, my = tz * nx - tx * nz, mz = tx * ny - ty * nx;
      for (let j = 0; j < AROUND; ++j) {
        const k = 3 * (i * AROUND + j);
        const c = COS[j]!, s = SIN[j]!;
        const ux = c * nx + s * mx, uy = c * ny + s * my, uz = c * nz + s * mz;
        this.normals[k] = ux; this.normals[k + 1] = uy; this.normals[k + 2] = uz;
        this.positions[k] = p[3 * i]! + radius * ux;
        this.positions[k + 1] = p[3 * i + 1]! + radius * uy;
        this.positions[k + 2] = p[3 * i + 2]! + radius * uz;
      }
    }
  }

  private colorRings({ cursor, colorsByValue }: Moment): void {
    for (let i = 0; i < this.places.length / 3; ++i) {
      const k = 3 * i * AROUND;
      if (this.values && colorsByValue) this.values.colorInto(i, cursor, this.colors, k);
      else this.plain.toArray(this.colors, k);
      for (let j = 1; j < AROUND; ++j) this.colors.copyWithin(k + 3 * j, k, k + 3);
    }
  }

  paint(color: Color, isSelected: boolean): void {
    this.plain.copy(color);
    this.mesh.material.emissive.copy(color).multiplyScalar(isSelected && this.values ? 0.6 : 0);
  }
}
