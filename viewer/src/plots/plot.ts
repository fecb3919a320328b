// One plot: curves over time, a legend with values, a mark at the time shown.
import uPlot from 'uplot';
import { componentLabel, readable, sameCurve, type CurveId } from '../data/channels';
import { bracketed } from '../data/numbers';
import type { Detail } from '../data/source';
import { downloadCanvas, download, fileName } from '../exports';
import { button, element } from '../ui/dom';
import { columnNames, tableToCsv } from './csv';
import { Legend } from './legend';
import { drawSheet } from './sheet';
import type { PlotStack } from './stack';
import { buildTable, type Table, type TableColumn } from './table';

// Ten hues that stay apart on white and on black.
const HUES = ['#3b7dd8', '#e0672f', '#2a9d6e', '#b64fc0', '#c9a21a', '#19a3b8', '#d6456c', '#7a6bf0', '#7d9a2b', '#8b8f99'];
export const DRAG_TYPE = 'text/x-pintle-curves';

export interface Curve {
  id: CurveId;
  color: string;
  detail?: Detail;
}

export class Plot {
  readonly root = element('section', { class: 'plot', 'aria-label': 'Plot' });
  readonly curves: Curve[] = [];
  private readonly area = element('div', { class: 'plot-area' });
  private readonly legend: Legend;
  private readonly marker = element('div', { class: 'time-mark', title: 'Drag to change the time' });
  private readonly hoverMark = element('div', { class: 'hover-mark', style: 'display: none' });
  private chart: uPlot | null = null;
  private table: Table = { times: new Float64Array(0), columns: [] };

  constructor(private readonly stack: PlotStack) {
    this.legend = new Legend(stack, [
      button('save', 'Save this plot as a picture (PNG)', () => this.savePicture()),
      button('table', 'Save its numbers (CSV)', () => this.saveTable()),
      button('close', 'Remove this plot', () => stack.remove(this)),
    ], (curve) => this.removeCurve(curve));
    this.root.append(this.area, this.legend.root);
    this.root.addEventListener('pointerdown', () => stack.activate(this));
    new ResizeObserver(() => this.resize()).observe(this.area);
    this.listenForDrops();
    this.listenOnMarker();
  }

  units(): string[] {
    return [...new Set(this.curves.map((curve) => this.stack.unitOf(curve.id)))];
  }

  add(ids: CurveId[]): void {
    for (const id of ids) {
      if (this.curves.some((curve) => sameCurve(curve.id, id))) continue;
      const color = HUES.find((hue) => !this.curves.some((curve) => curve.color === hue)) ?? HUES[this.curves.length % HUES.length]!;
      this.curves.push({ id, color });
    }
  }

  removeCurve(curve: Curve): void {
    this.curves.splice(this.curves.indexOf(curve), 1);
    if (this.curves.length === 0) this.stack.remove(this);
    else this.rebuild();
    this.stack.onChange();
  }

  // Numbers, chart and legend anew: curves, runs or colours have changed.
  rebuild(): void {
    const { a, b, mode } = this.stack;
    this.table = buildTable(a, b, this.curves.map((curve) => curve.id), mode, this.curves.map((curve) => curve.detail));
    this.chart?.destroy();
    this.chart = null;
    this.area.replaceChildren();
    const { clientWidth: width, clientHeight: height } = this.area;
    if (width > 0 && height > 0) this.draw(width, height);
    this.legend.build(this.curves, this.units(), (curve) => this.labelOf(curve), (curve) => this.partOf(curve));
    this.showTime(this.stack.time);
    this.showValues(this.stack.time);
  }

  private data(): uPlot.AlignedData {
    return [this.table.times, ...this.table.columns.map((column) => column.values)] as uPlot.AlignedData;
  }

  // The same curves with more records.
  refresh(): void {
    const { a, b, mode } = this.stack;
    this.table = buildTable(a, b, this.curves.map((curve) => curve.id), mode, this.curves.map((curve) => curve.detail));
    this.chart?.setData(this.data(), false);
    this.setRange(this.stack.range.from, this.stack.range.to);
  }

  setRange(from: number, to: number): void {
    this.chart?.setScale('x', { min: from, max: to });
    this.showTime(this.stack.time);
  }

  private draw(width: number, height: number): void {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink-soft').trim();
    const grid = { stroke: style.getPropertyValue('--plot-grid').trim(), width: 1 };
    const font = '11px system-ui, sans-serif';
    const units = this.units();
    const bands: uPlot.Band[] = [];
    this.table.columns.forEach((column, i) => {
      if (column.what === 'low') bands.push({ series: [i + 2, i + 1], fill: `${this.curves[column.curve]!.color}38` });
    });
    const axis = (unit: string, side: 1 | 3): uPlot.Axis => ({
      scale: scaleOf(unit), side, stroke: ink, font, labelFont: font, labelSize: 16, size: 54, gap: 4, label: bracketed(unit).trim(),
      grid: side === 3 ? grid : { show: false }, ticks: { show: false },
      values: (_chart, splits) => splits.map((split) => (Math.abs(split) < 1e-12 * Math.abs(splits.at(-1)! - splits[0]!) ? '0' : formatTick(split))),
    });
    const { from, to } = this.stack.range;
    const options: uPlot.Options = {
      width, height, bands, legend: { show: false }, padding: [8, units.length > 1 ? 0 : 14, 0, 0],
      cursor: { y: false, points: { size: 6 }, drag: { x: true, y: false, setScale: false } },
      scales: { x: { time: false, min: from, max: to, auto: false } },
      series: [{}, ...this.table.columns.map((column) => this.seriesOf(column))],
      axes: [
        { stroke: ink, font, grid, ticks: { show: false }, size: 24, gap: 3, values: (_c, splits) => splits.map((t, i) => (i === splits.length - 1 ? `${formatTick(t)} s` : formatTick(t))) },
        ...units.slice(0, 2).map((unit, i) => axis(unit, i === 0 ? 3 : 1)),
      ],
      hooks: {
        setSelect: [(chart) => {
          const { left, width: span } = chart.select;
          if (span > 4) this.stack.setRange(chart.posToVal(left, 'x'), chart.posToVal(left + span, 'x'));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        }],
        setCursor: [(chart) => {
          const { left } = chart.cursor;
          this.stack.hover(left === undefined || left < 0 ? null : chart.posToVal(left, 'x'));
        }],
      },
    };
    this.chart = new uPlot(options, this.data(), this.area);
    this.chart.over.append(this.hoverMark, this.marker);
    this.listenOnChart(this.chart);
  }

  private seriesOf(column: TableColumn): uPlot.Series {
    const curve = this.curves[column.curve]!;
    const isBound = column.what === 'low' || column.what === 'high';
    return {
      scale: scaleOf(this.stack.unitOf(curve.id)), stroke: isBound ? 'transparent' : curve.color, width: isBound ? 0 : this.hasBounds(column.curve) ? 1 : 1.6,
      dash: column.what === 'b' ? [6, 4] : undefined, points: { show: this.table.times.length === 1 && !isBound, size: 7 }, spanGaps: false, pxAlign: 0,
    };
  }

  private hasBounds(curve: number): boolean {
    return this.table.columns.some((column) => column.curve === curve && column.what === 'low');
  }

  private listenOnChart(chart: uPlot): void {
    let from: { x: number; y: number } | null = null;
    chart.over.addEventListener('mousedown', (event) => { from = { x: event.clientX, y: event.clientY }; });
    chart.over.addEventListener('click', (event) => {
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4)
        this.stack.onTime(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x'));
    });
    chart.over.addEventListener('dblclick', () => this.stack.showAll());
    chart.over.addEventListener('wheel', (event) => {
      // The page scrolls unless the wheel is turned with Ctrl or sideways.
      const at = chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x');
      const { from: low, to: high } = this.stack.range;
      if (event.ctrlKey || event.altKey) {
        const factor = Math.exp(event.deltaY * 0.002);
        this.stack.setRange(at - (at - low) * factor, at + (high - at) * factor);
      } else if (event.shiftKey || event.deltaX !== 0) {
        const by = ((event.deltaX || event.deltaY) / chart.over.clientWidth) * (high - low);
        this.stack.setRange(low + by, high + by);
      } else return;
      event.preventDefault();
    }, { passive: false });
  }

  private listenOnMarker(): void {
    this.marker.addEventListener('mousedown', (event) => event.stopPropagation());
    this.marker.addEventListener('click', (event) => event.stopPropagation());
    this.marker.addEventListener('pointerdown', (event) => this.marker.setPointerCapture(event.pointerId));
    this.marker.addEventListener('pointermove', (event) => {
      if (!this.chart || !this.marker.hasPointerCapture(event.pointerId)) return;
      this.stack.onTime(this.chart.posToVal(event.clientX - this.chart.over.getBoundingClientRect().left, 'x'));
    });
  }

  private listenForDrops(): void {
    this.root.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes(DRAG_TYPE)) return;
      event.preventDefault();
      this.root.classList.add('drop');
    });
    this.root.addEventListener('dragleave', () => this.root.classList.remove('drop'));
    this.root.addEventListener('drop', (event) => {
      this.root.classList.remove('drop');
      const text = event.dataTransfer?.getData(DRAG_TYPE);
      if (!text) return;
      event.preventDefault();
      event.stopPropagation();
      void this.stack.addTo(this, JSON.parse(text) as CurveId[]);
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.area;
    if (width === 0 || height === 0) return;
    if (this.chart) this.chart.setSize({ width, height });
    else if (this.curves.length > 0) this.rebuild();
    this.showTime(this.stack.time);
  }

  private moveMark(mark: HTMLElement, t: number | null): void {
    const left = this.chart && t !== null ? this.chart.valToPos(t, 'x') : -1;
    const isInside = this.chart !== null && t !== null && left >= -0.5 && left <= this.chart.over.clientWidth + 0.5;
    mark.style.display = isInside ? '' : 'none';
    if (isInside) mark.style.transform = `translateX(${left}px)`;
  }

  showTime(t: number): void {
    this.moveMark(this.marker, t);
  }

  showHover(t: number | null): void {
    this.moveMark(this.hoverMark, t);
  }

  showValues(t: number): void {
    this.legend.show(t);
  }

  labelOf(curve: Curve): string {
    const sign = this.stack.mode === 'difference' ? 'Δ ' : '';
    return sign + readable(this.stack.labelOf(curve.id.channel)) + this.partOf(curve);
  }

  private partOf(curve: Curve): string {
    const channel = this.stack.a.channel(curve.id.channel);
    const part = channel ? componentLabel(channel, curve.id.component) : '';
    return part ? ` ${part}` : '';
  }

  csv(): string {
    const names = columnNames(this.table, this.curves.map((curve) => curve.id), this.stack.a);
    return tableToCsv(this.table, names, this.stack.range.from, this.stack.range.to);
  }

  saveTable(): void {
    download(`${fileName(this.stack.title, ...this.units())}.csv`, new Blob([this.csv()], { type: 'text/csv' }));
  }

  picture(): HTMLCanvasElement | null {
    if (!this.chart) return null;
    const { canvas } = this.chart.ctx;
    const rows = this.curves.map((curve) => {
      return { color: curve.color, text: this.labelOf(curve) + bracketed(this.stack.unitOf(curve.id)) };
    });
    return drawSheet(canvas, canvas.width / this.chart.width, this.stack.title, rows);
  }

  savePicture(): void {
    const canvas = this.picture();
    if (canvas) downloadCanvas(`${fileName(this.stack.title, ...this.units())}.png`, canvas);
  }

  dispose(): void {
    this.chart?.destroy();
    this.root.remove();
  }
}

const scaleOf = (unit: string): string => `y ${unit}`;

function formatTick(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(2).replace(/\.?0+e/, 'e').replace('e+', 'e').replaceAll('-', '−');
  return String(Number(value.toPrecision(8))).replace('-', '−');
}
