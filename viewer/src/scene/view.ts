// The picture: renderer, light, camera and pointer. Draws only when something has changed.
import {
  Box3, DirectionalLight, HemisphereLight, InstancedMesh, type Material, type Mesh, type Object3D, PCFShadowMap, Raycaster, Scene, SRGBColorSpace, Vector2,
  Vector3, WebGLRenderer,
} from 'three';
import { OrbitCamera } from './camera';
import type { Cloud } from './cloud';
import { Ground } from './ground';
import type { SceneModel } from './model';
import { Overlay } from './overlay';
import { paletteOf, type ThemeName } from './palette';

export type ViewName = 'x' | '-x' | 'y' | '-y' | 'z' | '-z' | 'iso';

const CLICK_SLACK = 4;  // pixels a click may move
const PICK_RINGS = [0, 4, 8];

export class View {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly orbit: OrbitCamera;
  readonly ground: Ground;
  readonly overlay: Overlay;
  ghost: SceneModel | null = null;
  onPick: (object: number) => void = () => {};
  onHover: (object: number, x: number, y: number) => void = () => {};
  private readonly sky = new HemisphereLight(0xffffff, 0xb0b8c4, 1.5);
  private readonly sun = new DirectionalLight(0xffffff, 1.9);
  private readonly fill = new DirectionalLight(0xffffff, 0.55);
  private readonly raycaster = new Raycaster();
  private readonly size = new Vector2();
  private theme: ThemeName = 'light';
  private followed = -1;
  private readonly followedAt = new Float64Array(3);
  private readonly moved = new Vector3();

  constructor(readonly canvas: HTMLCanvasElement, overlay: HTMLCanvasElement, readonly model: SceneModel, private readonly invalidate: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.enabled = true;
    const up = new Vector3(...model.scene.up);
    if (up.lengthSq() === 0) up.set(0, 0, 1);
    this.orbit = new OrbitCamera(up.normalize(), invalidate);
    const { box } = this.home();
    if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3().setScalar(model.size));
    const center = box.getCenter(new Vector3());
    const extent = Math.max(model.size, box.getSize(new Vector3()).length() * 0.5);
    this.ground = new Ground(model.scene, this.orbit.up, center, extent, lowest(box, this.orbit.up));
    this.scene.add(model.group, this.ground.group, this.sky, this.sun, this.sun.target, this.fill, this.fill.target);
    this.light(center, extent);
    this.setShadows(!isSoftware(this.renderer));
    this.overlay = new Overlay(overlay, this);
    this.listen();
  }

  // All motion, or the start alone where the model travels far.
  private home(): Cloud {
    const { motion, start, size } = this.model;
    return motion.extent > 8 * Math.max(start.extent, size) ? start : motion;
  }

  private light(center: Vector3, extent: number): void {
    const { up } = this.orbit;
    const side = new Vector3(1, 0, 0);
    if (Math.abs(side.dot(up)) > 0.8) side.set(0, 1, 0);
    side.addScaledVector(up, -side.dot(up)).normalize();
    const across = new Vector3().crossVectors(up, side);
    this.sky.position.copy(up);
    this.sun.position.copy(center).addScaledVector(up, 3 * extent).addScaledVector(side, 1.1 * extent).addScaledVector(across, -1.6 * extent);
    this.sun.target.position.copy(center);
    this.fill.position.copy(center).addScaledVector(side, -2 * extent).addScaledVector(across, 2 * extent).addScaledVector(up, extent);
    this.fill.target.position.copy(center);
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.002 * extent;
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -2.2 * extent;
    camera.right = camera.top = 2.2 * extent;
    camera.near = 0.1 * extent;
    camera.far = 8 * extent;
  }

  // Shadows cost more than all the rest where the processor does the work of a graphics card.
  get hasShadows(): boolean { return this.sun.castShadow; }
  setShadows(isOn: boolean): void {
    this.sun.castShadow = isOn;
    this.ground.setShadows(isOn);
    this.invalidate();
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme;
    const palette = paletteOf(theme);
    this.sky.groundColor.copy(palette.floor);
    this.sky.intensity = theme === 'dark' ? 1.15 : 1.55;
    this.ground.paint(palette, theme === 'dark');
    this.repaint();
  }

  repaint(): void {
    const palette = paletteOf(this.theme);
    this.model.paint(palette);
    this.ghost?.paint(palette);
    this.overlay.palette = palette;
    this.invalidate();
  }

  // To the room there is; true where that has changed, and the picture has to be drawn anew.
  resize(): boolean {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    const ratio = Math.min(2, window.devicePixelRatio);
    this.renderer.getSize(this.size);
    if (width === 0 || height === 0 || (width === this.size.x && height === this.size.y && ratio === this.renderer.getPixelRatio())) return false;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.orbit.resize(width, height);
    this.overlay.resize(width, height);
    return true;
  }

  render(): void {
    this.keepFollowing();
    for (const model of [this.model, this.ghost]) model?.refine(this.orbit.scale / this.renderer.getPixelRatio());
    this.renderer.render(this.scene, this.orbit.camera);
    this.overlay.draw();
  }

  look(name: ViewName): void {
    const eye = name === 'iso' ? this.isometric() : new Vector3();
    if (name !== 'iso') eye.setComponent('xyz'.indexOf(name.at(-1)!), name.startsWith('-') ? -1 : 1);
    this.orbit.lookFrom(eye);
  }

  private isometric(): Vector3 {
    const { up } = this.orbit;
    const eye = new Vector3(1, -1.7, 0);
    if (Math.abs(up.z) < 0.8) eye.set(up.x ? 0 : 0.8, up.y ? 0 : -1.2, 1.6);
    return eye.normalize().addScaledVector(up, 0.5);
  }

  fit(object = -1): void {
    const cloud = object >= 0 || this.model.hiddenObjects.size > 0 ? this.model.now(object) : this.home();
    this.orbit.fit(cloud.isEmpty ? this.home().points() : cloud.points(), object >= 0 ? 0.3 * this.model.size : 0.05 * this.model.size);
  }

  get following(): number { return this.followed; }
  follow(object: number): void {
    this.followed = object >= 0 && this.model.anchorInto(object, this.followedAt) ? object : -1;
    this.invalidate();
  }
  private keepFollowing(): void {
    if (this.followed < 0) return;
    const [x, y, z] = this.followedAt as unknown as [number, number, number];
    this.model.anchorInto(this.followed, this.followedAt);
    this.moved.set(this.followedAt[0]! - x, this.followedAt[1]! - y, this.followedAt[2]! - z);
    if (this.moved.lengthSq() > 0) this.orbit.shift(this.moved);
  }

  // The object at a point of the page, or -1. Thin things are found from nearby, too.
  pick(x: number, y: number): number {
    const box = this.canvas.getBoundingClientRect();
    const targets: Object3D[] = this.model.group.children.filter((child) => child.visible);
    for (const target of targets) if (target instanceof InstancedMesh) target.computeBoundingSphere();
    const ndc = new Vector2();
    for (const ring of PICK_RINGS)
      for (let k = 0; k < (ring ? 8 : 1); ++k) {
        const px = x + ring * Math.cos((k * Math.PI) / 4), py = y + ring * Math.sin((k * Math.PI) / 4);
        ndc.set(((px - box.left) / box.width) * 2 - 1, 1 - ((py - box.top) / box.height) * 2);
        this.raycaster.setFromCamera(ndc, this.orbit.camera);
        // What is seen through does not hide what is behind it.
        const hits = this.raycaster.intersectObjects(targets, false);
        const hit = hits.find(({ object }) => !((object as Mesh).material as Material).transparent) ?? hits[0];
        if (!hit) continue;
        const { owners, owner } = hit.object.userData as { owners?: number[]; owner?: number };
        return owners ? owners[hit.instanceId!]! : owner!;
      }
    return -1;
  }

  private listen(): void {
    const { canvas } = this;
    const pointers = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    let hoverPending = false;
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      travelled = 0;
    });
    canvas.addEventListener('pointermove', (event) => {
      const from = pointers.get(event.pointerId);
      if (!from) {
        if (hoverPending || event.buttons !== 0) return;
        hoverPending = true;
        requestAnimationFrame(() => {
          hoverPending = false;
          this.onHover(this.pick(event.clientX, event.clientY), event.clientX, event.clientY);
        });
        return;
      }
      const dx = event.clientX - from.x, dy = event.clientY - from.y;
      travelled += Math.abs(dx) + Math.abs(dy);
      if (pointers.size === 2) this.pinch(pointers, event);
      else if (event.buttons & 6 || event.shiftKey || event.ctrlKey) this.orbit.pan(dx, dy);
      else this.orbit.orbit(dx, dy);
      from.x = event.clientX;
      from.y = event.clientY;
    });
    const release = (event: PointerEvent): void => {
      const known = pointers.delete(event.pointerId);
      if (!known || event.type !== 'pointerup' || travelled > CLICK_SLACK || event.button !== 0) return;
      if (!this.overlay.click(event)) this.onPick(this.pick(event.clientX, event.clientY));
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('pointerleave', () => this.onHover(-1, 0, 0));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoomAt(Math.exp(Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) * 0.0016)), event.clientX, event.clientY);
    }, { passive: false });
    canvas.addEventListener('dblclick', (event) => {
      const object = this.pick(event.clientX, event.clientY);
      this.fit(object);
    });
  }

  private zoomAt(factor: number, clientX: number, clientY: number): void {
    const box = this.canvas.getBoundingClientRect();
    this.orbit.zoom(factor, clientX - box.left - box.width / 2, clientY - box.top - box.height / 2);
  }

  private pinch(pointers: Map<number, { x: number; y: number }>, event: PointerEvent): void {
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const from = pointers.get(event.pointerId)!;
    const before = Math.hypot(from.x - other!.x, from.y - other!.y);
    const after = Math.hypot(event.clientX - other!.x, event.clientY - other!.y);
    this.orbit.pan((event.clientX - from.x) / 2, (event.clientY - from.y) / 2);
    if (before > 0 && after > 0) this.zoomAt(before / after, (event.clientX + other!.x) / 2, (event.clientY + other!.y) / 2);
  }
}

function isSoftware(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext();
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

function lowest(box: Box3, up: Vector3): number {
  return Math.min(...[0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
    up.x * (k & 1 ? box.max.x : box.min.x) + up.y * (k & 2 ? box.max.y : box.min.y) + up.z * (k & 4 ? box.max.z : box.min.z)));
}
