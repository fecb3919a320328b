// Ground, water and the reference grid: planes with lines in steps that fit the model.
import { Color, DoubleSide, Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, ShadowMaterial, Vector3 } from 'three';
import type { PlaneInfo, SceneInfo } from '../data/types';
import { roundStep } from '../data/numbers';
import type { Palette } from './palette';

const REACH = 9;  // half width over the size of the motion

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

// Lines of constant width on screen, every `step` and stronger every five, fading towards the rim.
const FRAGMENT = `
varying vec2 place;
uniform vec3 tint;
uniform vec3 wash;
uniform float washAlpha;
uniform float step_;
uniform float radius;
float lines(vec2 p, float width) {
  vec2 w = fwidth(p);
  vec2 d = abs(fract(p - 0.5) - 0.5) / max(w, vec2(1e-9));
  vec2 line = 1.0 - smoothstep(vec2(width - 0.5), vec2(width + 0.5), d);
  // Where lines come closer than pixels they fade instead of shimmering.
  line *= 1.0 - smoothstep(vec2(0.15), vec2(0.45), w);
  return max(line.x, line.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.1, 0.95, length(place) / radius);
  float line = max(0.32 * lines(place / step_, 0.5), 0.7 * lines(place / (5.0 * step_), 0.6));
  float alpha = mix(washAlpha, 1.0, line * 0.75) * fade;
  gl_FragColor = vec4(mix(wash, tint, line), alpha * 0.75);
  #include <colorspace_fragment>
}`;

interface Sheet {
  kind: 'ground' | 'water' | 'reference';
  material: ShaderMaterial;
}

export class Ground {
  readonly group = new Group();
  private readonly sheets: Sheet[] = [];
  private readonly floors: Mesh<PlaneGeometry, ShadowMaterial>[] = [];
  step = 1;

  constructor(scene: SceneInfo, up: Vector3, center: Vector3, extent: number, low: number) {
    this.step = roundStep(extent / 4);
    const planes = scene.planes.length > 0 ? scene.planes : null;
    if (planes) for (const plane of planes) this.add(plane.kind, plane, center, extent);
    else {
      const point = center.clone().addScaledVector(up, low - center.dot(up));
      this.add('reference', { point: point.toArray(), normal: up.toArray() }, center, extent);
    }
  }

  get kinds(): string[] { return this.sheets.map((sheet) => sheet.kind); }

  private add(kind: Sheet['kind'], plane: Pick<PlaneInfo, 'point' | 'normal'>, center: Vector3, extent: number): void {
    const normal = new Vector3(...plane.normal).normalize();
    const foot = center.clone().addScaledVector(normal, normal.dot(new Vector3(...plane.point).sub(center)));
    const radius = REACH * extent;
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, side: DoubleSide,
      uniforms: {
        tint: { value: new Color() }, wash: { value: new Color() }, washAlpha: { value: kind === 'water' ? 0.4 : 0 },
        step_: { value: this.step }, radius: { value: radius },
      },
    });
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
    // Lines run through the plane's own point.
    const inPlane = foot.clone().applyQuaternion(turn.clone().invert());
    const snap = 5 * this.step;
    const sheet = new Mesh(new PlaneGeometry(2 * radius, 2 * radius), material);
    const origin = new Vector3(Math.round(inPlane.x / snap) * snap, Math.round(inPlane.y / snap) * snap, inPlane.z);
    sheet.position.copy(origin.applyQuaternion(turn));
    sheet.quaternion.copy(turn);
    sheet.renderOrder = kind === 'water' ? 2 : -1;
    this.sheets.push({ kind, material });
    this.group.add(sheet);
    if (kind === 'water') return;
    const shadow = new ShadowMaterial({ opacity: 0.16, depthWrite: false });
    const floor = new Mesh(new PlaneGeometry(8 * extent, 8 * extent), shadow);
    floor.position.copy(sheet.position);
    floor.quaternion.copy(turn);
    floor.receiveShadow = true;
    floor.renderOrder = -2;
    this.floors.push(floor);
    this.group.add(floor);
  }

  setShadows(isOn: boolean): void {
    for (const floor of this.floors) floor.visible = isOn;
  }

  paint(palette: Palette, isDark: boolean): void {
    for (const { kind, material } of this.sheets) {
      material.uniforms.tint!.value.copy(kind === 'water' ? palette.water : palette.grid);
      material.uniforms.wash!.value.copy(kind === 'water' ? palette.water : palette.grid);
    }
    for (const floor of this.floors) floor.material.opacity = isDark ? 0.4 : 0.16;
  }
}
