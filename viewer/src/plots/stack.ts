// All plots: one range of time, one mark, one choice of runs.
import type { CurveId } from '../data/channels';
import type { Run } from '../data/run';
import { download, fileName } from '../exports';
import { columnNames, tableToCsv } from './csv';
import { DRAG_TYPE, Plot } from './plot';
import { buildTable, type CompareMode } from './table';

const DETAIL_POINTS = 2000;
const DETAIL_WAIT = 250;

export class PlotStack {
  readonly plots: Plot[] = [];
  mode: CompareMode;
  time = 0;
  range = { from: 0, to: 1 };
  onTime: (t: number) => void = () => {};
  onChange: () => void = () => {};
  onCount: (plots: number) => void = () => {};
  private isFullRange = true;
  private isDetached = false;
  private active: Plot | null = null;
  private detailTimer = 0;
  private hoverTime: number | null = null;

  constructor(readonly root: HTMLElement, readonly a: Run, readonly b: Run | null, readonly labelOf: (channel: string) => string) {
    this.mode = b ? 'both' : 'a';
    this.range = this.fullRange();
    root.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes(DRAG_TYPE)) event.preventDefault();
    });
    root.addEventListener('drop', (event) => {
      const text = event.dataTransfer?.getData(DRAG_TYPE);
      if (!text) return;
      event.preventDefault();
      void this.addTo(null, JSON.parse(text) as CurveId[]);
    });
  }

  get title(): string { return this.a.header.title || this.a.header.model; }

  unitOf(id: CurveId): string { return this.a.channel(id.channel)?.unit ?? ''; }

  private fullRange(): { from: number; to: number } {
    const from = Math.min(this.a.start, this.b?.start ?? Infinity);
    const to = Math.max(this.a.end, this.b?.end ?? -Infinity);
    return to > from ? { from, to } : { from, to: from + 1 };
  }

  // To the plot in use where the unit fits, else to one with that unit, else to a new one.
  async add(ids: CurveId[]): Promise<void> {
    const known = ids.filter((id) => this.a.channel(id.channel));
    if (known.length === 0) return;
    const unit = this.unitOf(known[0]!);
    const fits = (plot: Plot | null): boolean => plot !== null && plot.units().includes(unit);
    const plot = this.isDetached ? null : fits(this.active) ? this.active : this.plots.findLast((candidate) => fits(candidate)) ?? null;
    await this.addTo(plot, known);
  }

  // The next channel gets a plot of its own.
  detach(): void {
    this.isDetached = true;
    this.root.classList.add('detached');
  }

  // To this plot; without one, to a new one.
  async addTo(plot: Plot | null, ids: CurveId[]): Promise<Plot | null> {
    const known = ids.filter((id) => this.a.channel(id.channel));
    if (known.length === 0) return null;
    const names = known.map((id) => id.channel);
    await Promise.all([this.a, this.b].map((run) => run?.load(names)));
    const target = plot ?? this.create();
    this.isDetached = false;
    this.root.classList.remove('detached');
    target.add(known);
    this.activate(target);
    target.rebuild();
    this.onChange();
    await this.addBands(target, names);
    return target;
  }

  // They come later than the curves: a server has to look at all records for them.
  private async addBands(plot: Plot, names: string[]): Promise<void> {
    if (!this.a.isDecimated) return;
    await this.a.load(names, true);
    if (this.plots.includes(plot)) plot.rebuild();
  }

  private create(): Plot {
    const plot = new Plot(this);
    this.plots.push(plot);
    this.root.append(plot.root);
    this.root.classList.remove('empty');
    this.onCount(this.plots.length);
    plot.root.scrollIntoView({ block: 'nearest' });
    return plot;
  }

  activate(plot: Plot): void {
    this.active = plot;
    for (const other of this.plots) other.root.classList.toggle('active', other === plot && this.plots.length > 1);
  }

  remove(plot: Plot): void {
    const index = this.plots.indexOf(plot);
    if (index < 0) return;
    this.plots.splice(index, 1);
    if (this.active === plot) this.active = null;
    plot.dispose();
    this.root.classList.toggle('empty', this.plots.length === 0);
    this.onChange();
  }

  clear(): void {
    for (const plot of [...this.plots]) this.remove(plot);
  }

  // The numbers of all plots in one table.
  saveTable(): void {
    const curves = this.plots.flatMap((plot) => plot.curves);
    const ids = curves.map((curve) => curve.id);
    const table = buildTable(this.a, this.b, ids, this.mode, curves.map((curve) => curve.detail));
    const text = tableToCsv(table, columnNames(table, ids, this.a), this.range.from, this.range.to);
    download(`${fileName(this.title)}.csv`, new Blob([text], { type: 'text/csv' }));
  }

  setMode(mode: CompareMode): void {
    this.mode = mode;
    this.rebuild();
  }

  // After a change of colours or runs.
  rebuild(): void {
    for (const plot of this.plots) plot.rebuild();
  }

  // After the run has grown.
  refresh(): void {
    if (this.isFullRange) this.range = this.fullRange();
    for (const plot of this.plots) plot.refresh();
    this.showValues();
  }

  setRange(from: number, to: number): void {
    const full = this.fullRange();
    const span = Math.min(to - from, full.to - full.from);
    if (!(span > 0)) return;
    const start = Math.max(full.from, Math.min(from, full.to - span));
    this.range = { from: start, to: start + span };
    this.isFullRange = start === full.from && start + span === full.to;
    for (const plot of this.plots) plot.setRange(this.range.from, this.range.to);
    window.clearTimeout(this.detailTimer);
    this.detailTimer = window.setTimeout(() => void this.fetchDetails(), DETAIL_WAIT);
  }

  showAll(): void {
    const { from, to } = this.fullRange();
    this.setRange(from, to);
  }

  // A served run has all its records: fetch those of the range that is looked at.
  private async fetchDetails(): Promise<void> {
    const { from, to } = this.range;
    if (!this.a.isDecimated || !this.a.source.detail) return;
    for (const plot of [...this.plots]) {
      await Promise.all(plot.curves.map(async (curve) => {
        curve.detail = this.isFullRange ? undefined : await this.a.detail(curve.id.channel, from, to, DETAIL_POINTS).catch(() => undefined);
      }));
      plot.refresh();
    }
  }

  setTime(t: number): void {
    this.time = t;
    for (const plot of this.plots) plot.showTime(t);
  }

  hover(t: number | null): void {
    if (t === this.hoverTime) return;
    this.hoverTime = t;
    for (const plot of this.plots) plot.showHover(t);
    this.root.classList.toggle('hovered', t !== null);
    this.showValues();
  }

  // Values under the pointer, or at the time shown.
  showValues(): void {
    for (const plot of this.plots) plot.showValues(this.hoverTime ?? this.time);
  }
}
