// An orbit camera for any upward direction: perspective or parallel.
import { Box3, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';

const FIELD_OF_VIEW = 32;
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

  fit(box: Box3): void {
    if (box.isEmpty()) return;
    box.getCenter(this.target);
    // Corners as seen from here decide how far away the eye must be.
    this.distance = 1;
    this.apply();
    const { elements: m } = this.camera.matrixWorld;
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    let needed = 1e-6;
    for (let k = 0; k < 8; ++k) {
      this.reach.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).sub(this.target);
      const { x, y, z } = this.reach;
      const right = Math.abs(x * m[0] + y * m[1] + z * m[2]);
      const over = Math.abs(x * m[4] + y * m[5] + z * m[6]);
      const near = this.isParallel ? 0 : x * m[8] + y * m[9] + z * m[10];
      needed = Math.max(needed, near + over / tangent, near + right / (tangent * this.aspect));
    }
    this.distance = 1.18 * needed;
    this.apply();
  }
}
