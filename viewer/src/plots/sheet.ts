// A plot as a picture: title, chart and legend on one sheet.
import { element } from '../ui/dom';

const LINE = 18;

export function drawSheet(chart: HTMLCanvasElement, ratio: number, title: string, rows: { color: string; text: string }[]): HTMLCanvasElement {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--ink').trim();
  const canvas = element('canvas', {});
  canvas.width = chart.width;
  canvas.height = chart.height + ratio * LINE * (rows.length + 2.2);
  const context = canvas.getContext('2d')!;
  context.fillStyle = style.getPropertyValue('--panel').trim();
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, 1.4 * LINE * ratio);
  context.scale(ratio, ratio);
  context.fillStyle = ink;
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(title, 12, LINE);
  context.font = '12px system-ui, sans-serif';
  rows.forEach(({ color, text }, i) => {
    const y = chart.height / ratio + LINE * (2.1 + i);
    context.fillStyle = color;
    context.fillRect(14, y - 5, 18, 2.5);
    context.fillStyle = ink;
    context.fillText(text, 40, y);
  });
  return canvas;
}
