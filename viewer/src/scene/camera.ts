// An orbit camera for any upward direction: perspective or parallel.
import { OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';

const FIELD_OF_VIEW = 32;
const MARGIN = 1.08;
const STEEPEST = Math.PI / 2 - 1e-3;

export class OrbitCamera {
  readonly target = new Vector3();
  private distance = 1;
  private azimuth = 0;
  private elevation = 0;
  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW);
  private readonly parallel = new OrthographicCamera();
  isParallel = false;
  private aspect = 1;
  private height = 1;
  private readonly base = new Quaternion();
  private readonly reach = new Vector3();

  // `up` becomes the axis of the azimuth.
  constructor(readonly up: Vector3, private readonly onChange: () => void) {
    this.base.setFromUnitVectors(new Vector3(0, 0, 1), up);
  }

  get camera(): PerspectiveCamera | OrthographicCamera { return this.isParallel ? this.parallel : this.perspective; }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    this.height = Math.max(1, height);
    this.apply();
  }

  private directionInto(out: Vector3): Vector3 {
    const c = Math.cos(this.elevation);
    return out.set(c * Math.cos(this.azimuth), c * Math.sin(this.azimuth), Math.sin(this.elevation)).applyQuaternion(this.base);
  }

  apply(): void {
    const { camera } = this;
    camera.up.copy(this.up);
    this.directionInto(camera.position).multiplyScalar(this.distance).add(this.target);
    camera.lookAt(this.target);
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = this.aspect;
      camera.near = this.distance * 0.01;
      camera.far = this.distance * 60;
    } else {
      const half = this.distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
      camera.top = half;
      camera.bottom = -half;
      camera.left = -half * this.aspect;
      camera.right = half * this.aspect;
      camera.near = -this.distance * 30;
      camera.far = this.distance * 30;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    this.onChange();
  }

  // Metres per pixel at the target.
  get scale(): number {
    return (2 * this.distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / this.height;
  }

  orbit(dx: number, dy: number): void {
    this.azimuth -= dx * 0.007;
    this.elevation = Math.min(STEEPEST, Math.max(-STEEPEST, this.elevation + dy * 0.007));
    this.apply();
  }

  pan(dx: number, dy: number): void {
    const { elements } = this.camera.matrixWorld;
    this.reach.set(elements[0], elements[1], elements[2]).multiplyScalar(-dx * this.scale);
    this.target.add(this.reach);
    this.reach.set(elements[4], elements[5], elements[6]).multiplyScalar(dy * this.scale);
    this.target.add(this.reach);
    this.apply();
  }

  // x, y: the point under the pointer from the centre, in pixels; it stays where it is.
  zoom(factor: number, x: number, y: number): void {
    const next = Math.min(1e9, Math.max(1e-9, this.distance * factor));
    const share = 1 - next / this.distance;
    this.pan(-x * share, -y * share);
    this.distance = next;
    this.apply();
  }

  // Moves with something that moves.
  shift(by: Vector3): void {
    this.target.add(by);
    this.apply();
  }

  // Looks along a direction given from the target to the eye.
  lookFrom(direction: Vector3): void {
    const local = direction.clone().normalize().applyQuaternion(this.base.clone().invert());
    this.elevation = Math.min(STEEPEST, Math.max(-STEEPEST, Math.asin(local.z)));
    if (Math.hypot(local.x, local.y) > 1e-6) this.azimuth = Math.atan2(local.y, local.x);
    else this.azimuth = -Math.PI / 2;
    this.apply();
  }

  // Brings points (x, y, z after each other) into sight as seen from here, each with so much room around it.
  fit(points: number[], room: number): void {
    if (points.length === 0) return;
    this.apply();
    const { elements: m } = this.camera.matrixWorld;
    const middle = [0, 1, 2].map((axis) => {
      const [low, high] = this.extremes(points, m, axis);
      return (low + high) / 2;
    });
    // Right, upwards and towards the eye.
    this.target.set(0, 0, 0);
    middle.forEach((distance, axis) => this.target.addScaledVector(this.reach.fromArray(m, 4 * axis), distance));
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    let needed = 1e-9;
    for (let k = 0; k < points.length; k += 3) {
      const right = Math.abs(along(points, k, m, 0) - middle[0]!) + room;
      const over = Math.abs(along(points, k, m, 1) - middle[1]!) + room;
      const near = this.isParallel ? 0 : along(points, k, m, 2) - middle[2]! + room;
      needed = Math.max(needed, near + over / tangent, near + right / (tangent * this.aspect));
    }
    this.distance = MARGIN * needed;
    this.apply();
  }

  private extremes(points: number[], m: number[], axis: number): [number, number] {
    let low = Infinity, high = -Infinity;
    for (let k = 0; k < points.length; k += 3) {
      const x = along(points, k, m, axis);
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    return [low, high];
  }
}

// The coordinate of a point along an axis of the camera.
function along(points: number[], k: number, m: number[], axis: number): number {
  return points[k]! * m[4 * axis]! + points[k + 1]! * m[4 * axis + 1]! + points[k + 2]! * m[4 * axis + 2]!;
}
