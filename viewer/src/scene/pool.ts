// Instances of one unit shape in one material: one draw call however many there are.
import { Color, DynamicDrawUsage, InstancedMesh, MeshStandardMaterial, type BufferGeometry } from 'three';
import { unitGeometry, type UnitShape } from './geometries';
import { writeInstance, type Numbers } from './matrices';

const SMALL = 3;  // pixels: radius of what need not be round

export class Pool {
  private owners: number[] = [];
  mesh!: InstancedMesh<BufferGeometry, MeshStandardMaterial>;
  private matrices!: Float32Array;
  private shown = 0;
  private radius = 0;  // of the largest instance
  private largest = 0;  // of those placed so far
  private readonly fine: BufferGeometry;
  private plain: BufferGeometry | null = null;

  constructor(private readonly shape: UnitShape, readonly material: MeshStandardMaterial) {
    this.fine = unitGeometry(shape);
  }

  // A slot for an instance that belongs to an object.
  add(owner: number): number {
    return this.owners.push(owner) - 1;
  }

  // After all slots are known.
  finish(castsShadow: boolean): void {
    this.mesh = new InstancedMesh(this.fine, this.material, this.owners.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = castsShadow;
    this.mesh.userData.owners = this.owners;
    this.matrices = this.mesh.instanceMatrix.array as Float32Array;
    const white = new Color(1, 1, 1);
    for (let i = 0; i < this.owners.length; ++i) this.mesh.setColorAt(i, white);
  }

  place(slot: number, axes: Numbers, axesAt: number, p: Numbers, pAt: number, sx: number, sy: number, sz: number): void {
    ++this.shown;
    this.largest = Math.max(this.largest, sx, sy);
    writeInstance(this.matrices, slot, axes, axesAt, p, pAt, sx, sy, sz);
  }

  hide(slot: number): void {
    this.matrices.fill(0, 16 * slot, 16 * slot + 15);
  }

  paint(slot: number, color: Color): void {
    this.mesh.setColorAt(slot, color);
    this.mesh.instanceColor!.needsUpdate = true;
  }

  // After all instances were placed or hidden. Where none is shown, nothing is drawn: a hidden instance costs as much as any.
  commit(): void {
    this.mesh.visible = this.shown > 0;
    this.radius = this.largest;
    this.shown = this.largest = 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  // As round as can be seen where a pixel is so many metres.
  refine(pixel: number): void {
    const isPlain = this.radius < SMALL * pixel && this.shape !== 'box' && this.shape !== 'coil';
    this.mesh.geometry = isPlain ? this.plain ??= unitGeometry(this.shape, true) : this.fine;
  }
}

// The wire of a coil: position is the centre line of unit size, `wire` the way to the wire's surface.
// The instance matrix scales by s; wire / s cancels that, and normals are given back what three takes from them.
export function coilMaterial(material: MeshStandardMaterial, wireRadius: { value: number }): MeshStandardMaterial {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.wireRadius = wireRadius;
    const scale = 'vec3 coilScale = max(vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz)), vec3(1e-12));';
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute vec3 wire;\nuniform float wireRadius;')
      .replace('#include <beginnormal_vertex>', `${scale}\nvec3 objectNormal = wire * coilScale;`)
      .replace('#include <begin_vertex>', 'vec3 transformed = position + wireRadius * wire / coilScale;');
  };
  return material;
}
