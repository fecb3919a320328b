// Surfaces: corners on any frames, so that they may deform. A surface on one frame only is moved as a whole.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh, MeshStandardMaterial } from 'three';
import type { Role, SurfaceShape } from '../../data/types';
import type { CornerValues } from '../values';
import { writeInstance } from '../matrices';
import type { Item, Moment } from './item';

const place = new Float64Array(3);

export class SurfaceItem implements Item {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;
  private readonly colors: Float32Array;
  private readonly isRigid: boolean;
  private readonly plain = new Color();

  constructor(
    readonly owner: number, readonly role: Role, private readonly shape: SurfaceShape,
    private readonly values: CornerValues | null, material: MeshStandardMaterial,
  ) {
    const count = shape.points.length;
    this.positions = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.colors = new Float32Array(3 * count);
    this.isRigid = shape.points.every((point) => point.frame === shape.points[0]!.frame);
    const geometry = new BufferGeometry();
    for (const [name, array] of [['position', this.positions], ['normal', this.normals], ['color', this.colors]] as const)
      geometry.setAttribute(name, new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
    geometry.setIndex(shape.triangles);
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.userData.owner = owner;
    if (this.isRigid) {
      shape.points.forEach((point, i) => this.positions.set(point.at, 3 * i));
      this.mesh.matrixAutoUpdate = false;
      this.computeNormals();
    }
  }

  update(moment: Moment, isShown: boolean): void {
    this.mesh.visible = isShown;
    if (!isShown) return;
    const { frames, cursor, colorsByValue } = moment;
    const { points } = this.shape;
    if (this.isRigid) {
      const frame = points[0]!.frame;
      writeInstance(this.mesh.matrix.elements as unknown as Float32Array, 0, frames.axes, 9 * frame, frames.positions, 3 * frame, 1, 1, 1);
    } else {
      for (let i = 0; i < points.length; ++i) {
        frames.pointInto(points[i]!, place, 0);
        this.positions.set(place, 3 * i);
      }
      this.computeNormals();
      this.touch('position');
    }
    for (let i = 0; i < points.length; ++i)
      if (this.values && colorsByValue) this.values.colorInto(i, cursor, this.colors, 3 * i);
      else this.plain.toArray(this.colors, 3 * i);
    this.touch('color');
    this.mesh.geometry.boundingSphere = null;
  }

  private touch(name: string): void {
    this.mesh.geometry.getAttribute(name).needsUpdate = true;
  }

  // Sum of the normals of the triangles around a corner, weighted by their areas.
  private computeNormals(): void {
    const { triangles } = this.shape;
    const p = this.positions, n = this.normals;
    n.fill(0);
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t]!, b = 3 * triangles[t + 1]!, c = 3 * triangles[t + 2]!;
      const ux = p[b]! - p[a]!, uy = p[b + 1]! - p[a + 1]!, uz = p[b + 2]! - p[a + 2]!;
      const vx = p[c]! - p[a]!, vy = p[c + 1]! - p[a + 1]!, vz = p[c + 2]! - p[a + 2]!;
      const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
      n[a] += x; n[a + 1] += y; n[a + 2] += z;
      n[b] += x; n[b + 1] += y; n[b + 2] += z;
      n[c] += x; n[c + 1] += y; n[c + 2] += z;
    }
    for (let k = 0; k < n.length; k += 3) {
      const norm = Math.hypot(n[k]!, n[k + 1]!, n[k + 2]!) || 1;
      n[k] /= norm; n[k + 1] /= norm; n[k + 2] /= norm;
    }
    this.touch('normal');
  }

  paint(color: Color, isSelected: boolean): void {
    this.plain.copy(color);
    this.mesh.material.emissive.copy(color).multiplyScalar(isSelected && this.values ? 0.5 : 0);
  }
}
