// Points that hold a model between them: where it starts, and where it goes.
import { Box3, Vector3 } from 'three';

const MOST = 12_000;  // coordinates kept of all motion

export class Cloud {
  private coordinates: number[] = [];
  readonly box = new Box3();
  private readonly point = new Vector3();

  add(x: number, y: number, z: number): void {
    if (!Number.isFinite(x + y + z)) return;
    this.coordinates.push(x, y, z);
    this.box.expandByPoint(this.point.set(x, y, z));
  }

  clear(): void {
    this.coordinates = [];
    this.box.makeEmpty();
  }

  get isEmpty(): boolean { return this.coordinates.length === 0; }
  get extent(): number { return this.isEmpty ? 0 : this.box.getSize(this.point).length(); }

  // The points, or every so many of them where they are very many.
  points(): number[] {
    if (this.coordinates.length <= MOST) return this.coordinates;
    const stride = 3 * Math.ceil(this.coordinates.length / MOST);
    const some: number[] = [];
    for (let k = 0; k < this.coordinates.length; k += stride) some.push(...this.coordinates.slice(k, k + 3));
    return some;
  }
}
