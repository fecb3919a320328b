// Drawn over the picture: labels of objects and the directions of the ground's axes.
import { Vector3 } from 'three';
import { paletteOf, type Palette } from './palette';
import type { View, ViewName } from './view';

const GIZMO = 34;          // length of its axes, pixels
const MARGIN = 52;
const MOST_LABELS = 400;

interface Tip {
  name: ViewName;
  axis: number;
  x: number;
  y: number;
  depth: number;
}
const byDepth = (a: Tip, b: Tip): number => a.depth - b.depth;

export class Overlay {
  palette: Palette = paletteOf('light');
  showsLabels = false;
  private readonly context: CanvasRenderingContext2D;
  private width = 1;
  private height = 1;
  private readonly place = new Float64Array(3);
  private readonly point = new Vector3();
  private readonly tips: Tip[] = (['x', 'y', 'z'] as const).map((name, axis) => ({ name, axis, x: 0, y: 0, depth: 0 }));

  constructor(readonly canvas: HTMLCanvasElement, private readonly view: View) {
    this.context = canvas.getContext('2d')!;
  }

  resize(width: number, height: number): void {
    const ratio = Math.min(2, window.devicePixelRatio);
    this.width = width;
    this.height = height;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  draw(): void {
    this.context.clearRect(0, 0, this.width, this.height);
    this.drawLabels();
    this.drawGizmo();
  }

  private drawLabels(): void {
    const { model } = this.view;
    const selected = model.selected;
    if (!this.showsLabels && selected < 0) return;
    const taken: [number, number, number][] = [];
    if (selected >= 0) this.drawLabel(selected, taken, true);
    if (!this.showsLabels) return;
    const count = model.scene.objects.length;
    for (let i = 0; i < count && taken.length < MOST_LABELS; ++i)
      if (i !== selected && !model.hiddenObjects.has(i)) this.drawLabel(i, taken, false);
  }

  // Labels that would cover another one are left out.
  private drawLabel(object: number, taken: [number, number, number][], isSelected: boolean): void {
    const { model, orbit } = this.view;
    if (!model.anchorInto(object, this.place)) return;
    this.point.fromArray(this.place).project(orbit.camera);
    if (this.point.z < -1 || this.point.z > 1) return;
    const x = ((this.point.x + 1) / 2) * this.width + 9;
    const y = ((1 - this.point.y) / 2) * this.height - 9;
    const text = model.scene.objects[object]!.name;
    const { context } = this;
    context.font = `${isSelected ? 600 : 500} 12px system-ui, sans-serif`;
    const width = context.measureText(text).width;
    if (taken.some(([tx, ty, tw]) => Math.abs(ty - y) < 15 && x < tx + tw + 6 && tx < x + width + 6)) return;
    taken.push([x, y, width]);
    context.lineJoin = 'round';
    context.lineWidth = 4;
    context.strokeStyle = this.palette.labelHalo;
    context.strokeText(text, x, y);
    context.fillStyle = this.palette.label;
    context.fillText(text, x, y);
  }

  private drawGizmo(): void {
    const { context, tips } = this;
    const { elements } = this.view.orbit.camera.matrixWorldInverse;
    const cx = MARGIN, cy = this.height - MARGIN;
    for (const tip of tips) {
      tip.x = cx + GIZMO * elements[4 * tip.axis]!;
      tip.y = cy - GIZMO * elements[4 * tip.axis + 1]!;
      tip.depth = elements[4 * tip.axis + 2]!;
    }
    tips.sort(byDepth);
    context.lineCap = 'round';
    for (const tip of tips) {
      context.globalAlpha = tip.depth < -0.1 ? 0.55 : 1;
      context.strokeStyle = context.fillStyle = this.palette.axisNames[tip.axis]!;
      context.lineWidth = 2.5;
      context.beginPath();
      context.moveTo(cx, cy);
      context.lineTo(tip.x, tip.y);
      context.stroke();
      context.beginPath();
      context.arc(tip.x, tip.y, 8, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = '#fff';
      context.font = '600 11px system-ui, sans-serif';
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(tip.name, tip.x, tip.y + 0.5);
      context.textAlign = 'start';
      context.textBaseline = 'alphabetic';
    }
    context.globalAlpha = 1;
  }

  // A click on the end of an axis looks along it.
  click(event: PointerEvent): boolean {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const tip = this.tips.findLast((known) => Math.hypot(known.x - x, known.y - y) < 11);
    if (!tip) return false;
    this.view.look(tip.name);
    return true;
  }
}
