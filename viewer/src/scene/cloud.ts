// Points that hold a model between them: where it starts, and where it goes.
import { Box3, Vector3 } from 'three';

const MOST = 60_000;  // points that are looked at
const GOLDEN = 0.618034;

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

  // The points, or some of them where they are very many: at uneven steps, for at even ones it could be the same corner of all boxes.
  points(most = MOST): number[] {
    const count = this.coordinates.length / 3;
    if (count <= most) return this.coordinates;
    const some: number[] = [];
    for (let k = 0; k < most; ++k) {
      const i = 3 * Math.floor(((k + ((k * GOLDEN) % 1)) * count) / most);
      some.push(this.coordinates[i]!, this.coordinates[i + 1]!, this.coordinates[i + 2]!);
    }
    return some;
  }
}
