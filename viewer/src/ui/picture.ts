// The 3D view as a picture: background, scene, labels, time and scales.
import { bracketed, formatNumber } from '../data/numbers';
import type { ValueRange } from '../scene/values';
import type { View } from '../scene/view';
import { element } from './dom';

export function takePicture(view: View, title: string, time: string, ranges: ValueRange[]): HTMLCanvasElement {
  view.render();
  const source = view.canvas;
  const canvas = element('canvas', {});
  canvas.width = source.width;
  canvas.height = source.height;
  const context = canvas.getContext('2d')!;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const sky = context.createLinearGradient(0, 0, 0, canvas.height);
  sky.addColorStop(0, color('--stage-top'));
  sky.addColorStop(1, color('--stage-bottom'));
  context.fillStyle = sky;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0);
  context.drawImage(view.overlay.canvas, 0, 0);
  const ratio = source.width / source.clientWidth;
  context.scale(ratio, ratio);
  context.fillStyle = color('--ink');
  context.font = '600 14px system-ui, sans-serif';
  context.fillText(title, 16, 26);
  context.font = '13px system-ui, sans-serif';
  context.fillText(time, 16, 46);
  ranges.forEach((range, i) => {
    const y = 66 + 40 * i;
    context.fillText(`${range.label}${bracketed(range.unit)}: ${formatNumber(range.min, 3)} (dark) to ${formatNumber(range.max, 3)} (bright)`, 16, y);
  });
  return canvas;
}
