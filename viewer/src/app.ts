// Puts the parts together: one time, one selection, one picture.
import { Clock, defaultSpeed } from './clock';
import { Catalog } from './data/catalog';
import { sameCurve, type CurveId } from './data/channels';
import { formatNumber, formatTime } from './data/numbers';
import type { Run } from './data/run';
import { Cursor, locate } from './data/sampling';
import { downloadCanvas, fileName } from './exports';
import { Display } from './display';
import { formatState, parseState } from './hash';
import { listenForKeys } from './keys';
import { watch } from './live';
import { PlotStack } from './plots/stack';
import { SceneModel } from './scene/model';
import { View } from './scene/view';
import { ColorBars } from './ui/color_bars';
import { element } from './ui/dom';
import { createHelp } from './ui/help';
import { Inspector } from './ui/inspector';
import { Layout } from './ui/layout';
import { takePicture } from './ui/picture';
import { buildPlotsPane } from './ui/plots_pane';
import { RunPanel } from './ui/run_panel';
import { SidePane } from './ui/side_pane';
import { Stage } from './ui/stage';
import type { Theme } from './ui/theme';
import { TopBar } from './ui/top_bar';
import { Transport } from './ui/transport';
import { Tree } from './ui/tree';

const VALUES_INTERVAL = 80;  // ms between numbers while the animation plays
const HASH_DELAY = 400;
const ROUNDING = 1e-6;       // records

export class App {
  readonly clock = new Clock();
  readonly model: SceneModel;
  readonly ghost: SceneModel | null;
  readonly view: View;
  readonly plots: PlotStack;
  readonly display: Display;
  readonly help = createHelp();
  drawn = 0;
  selected = -1;
  private readonly catalog: Catalog;
  private readonly layout: Layout;
  private readonly stage: Stage;
  private readonly topBar: TopBar;
  private readonly tree: Tree;
  private readonly inspector: Inspector;
  private readonly runPanel: RunPanel;
  private readonly side: SidePane;
  private readonly transport: Transport;
  private readonly bars = new ColorBars();
  private isScheduled = false;
  private isPictureDirty = true;
  private isTimeDirty = true;
  private lastValues = -Infinity;
  private hashTimer = 0;
  private readonly cursor = new Cursor();

  constructor(root: HTMLElement, readonly a: Run, readonly b: Run | null, readonly theme: Theme) {
    document.title = `${a.header.title || a.header.model} – Pintle`;
    this.catalog = new Catalog(a);
    this.layout = new Layout(root);
    this.model = new SceneModel(a);
    this.model.prepare();
    this.ghost = b ? new SceneModel(b, true) : null;
    this.ghost?.prepare();
    this.stage = new Stage(this.layout.stage, this.bars.root);
    this.view = new View(this.stage.canvas, this.stage.overlay, this.model, () => this.invalidate());
    if (this.ghost) {
      this.view.ghost = this.ghost;
      this.view.scene.add(this.ghost.group);
    }
    this.display = new Display(this.view, this.model, this.ghost, this.bars, () => this.afterDisplay());
    this.clock.setRange(Math.min(a.start, b?.start ?? Infinity), Math.max(a.end, b?.end ?? -Infinity));
    this.clock.time = this.clock.start;
    this.clock.speed = defaultSpeed(this.clock.end - this.clock.start);
    const plot = (curves: CurveId[]): void => void this.addCurves(curves);
    this.plots = new PlotStack(element('div', { class: 'plot-stack empty' }), a, b, (name) => this.catalog.label(name));
    buildPlotsPane(this.layout.plots, this.plots);
    this.tree = new Tree(this.layout.tree, this.catalog, {
      select: (object) => this.select(object), plot, isHidden: (object) => this.model.hiddenObjects.has(object),
      setHidden: (objects, isHidden) => this.display.setHidden(objects, isHidden),
    });
    this.side = new SidePane(this.layout.side, a);
    this.inspector = new Inspector(this.side.inspector, a, this.catalog, {
      plot, fit: (object) => this.view.fit(object), follow: (object) => this.follow(object),
      hide: (object) => this.display.setHidden([object], true), isolate: (object) => this.display.isolate(object), following: () => this.view.following,
    });
    this.runPanel = new RunPanel(this.side.run, a, b, this.catalog, plot);
    this.transport = new Transport(this.layout.transport, this.clock, () => this.stepSize(), {
      togglePlay: () => this.togglePlay(), step: (records) => this.step(records), goTo: (t) => this.setTime(t),
      setSpeed: (speed) => this.setSpeed(speed), toggleLoop: () => this.toggleLoop(),
    });
    this.topBar = new TopBar(this.layout.header, this);
    this.stage.buildTools(this);
    this.connect();
    if (a.source.isServed && a.header.run.status === 'running') this.watchRun();
  }

  get panes(): Layout { return this.layout; }

  private connect(): void {
    // A canvas of another size is empty: it is drawn before anybody sees it.
    this.layout.onResize = () => { if (this.view.resize()) this.draw(); };
    this.layout.onOpen = () => this.topBar.refresh();
    this.view.onPick = (object) => this.select(object);
    this.view.onHover = (object, x, y) => this.stage.showTip(object < 0 ? '' : this.catalog.objects[object]!.name, x, y);
    this.plots.onTime = (t) => this.setTime(t);
    this.plots.onCount = (count) => this.layout.makeRoomForPlots(count);
    this.plots.onChange = () => this.keepInHash();
    this.theme.onChange = (name) => {
      this.view.setTheme(name);
      this.plots.rebuild();
      this.topBar.refresh();
    };
    this.view.setTheme(this.theme.current);
    this.bars.show(this.model.valueRanges);
    this.transport.updateSettings();
    this.model.update(this.clock.time);
    this.view.resize();
    this.view.look('iso');
    this.view.fit();
    listenForKeys(this);
    this.showFailure();
  }

  private showFailure(): void {
    const { failure } = this.a.header.run;
    if (failure) this.stage.showFailure(failure, () => {
      this.layout.setOpen('side', true);
      this.side.open('run');
    });
  }

  // What the address asks for; without it, the energies are plotted.
  async restore(): Promise<void> {
    const state = parseState(location.hash);
    if (state.time !== undefined) this.setTime(state.time);
    if (state.selected !== undefined) this.select(this.model.indexOf(state.selected));
    for (const curves of state.plots ?? [this.catalog.firstCurves()]) if (curves.length > 0) await this.plots.addTo(null, curves);
    await this.loadArrows();
    this.refreshValues();
    this.draw();
  }

  private async loadArrows(): Promise<void> {
    const missing = this.model.loads().filter((name) => this.a.channel(name) && !this.a.values(name));
    if (missing.length === 0) return;
    await this.a.load(missing);
    this.model.measureArrows();
    this.isTimeDirty = true;
    this.invalidate();
  }

  // One frame is drawn for any number of changes.
  invalidate(): void {
    this.isPictureDirty = true;
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame((now) => {
      this.isScheduled = false;
      if (this.clock.isPlaying) {
        this.clock.advance(now);
        this.isTimeDirty = this.isPictureDirty = true;
      }
      if (this.isPictureDirty) this.draw(now);
      if (this.clock.isPlaying) this.invalidate();
    });
  }

  draw(now = performance.now()): void {
    this.settle(now);
    this.view.render();
    this.isPictureDirty = false;
    ++this.drawn;
  }

  // Everything follows the time; the picture itself is drawn with the next frame.
  settle(now = performance.now()): void {
    for (const model of [this.model, this.ghost]) if (model?.setPixel(this.view.orbit.scale)) this.isTimeDirty = true;
    if (!this.isTimeDirty) return;
    this.isTimeDirty = false;
    const { time } = this.clock;
    this.model.update(time);
    if (this.ghost?.group.visible) this.ghost.update(time);
    this.plots.setTime(time);
    this.transport.update(this.recordAt(time), this.a.header.records);
    if (!this.clock.isPlaying || now - this.lastValues > VALUES_INTERVAL) this.refreshValues(now);
  }

  private refreshValues(now = performance.now()): void {
    this.lastValues = now;
    this.plots.showValues();
    this.inspector.update(this.clock.time);
    this.runPanel.update(this.clock.time);
    if (!this.clock.isPlaying) this.keepInHash();
  }

  // Counted from 1. Those that are left out are taken as evenly spread.
  private recordAt(t: number): number {
    const { records, stride } = this.a.header;
    const { index, fraction } = this.cursor.seek(this.a.time, t);
    const before = index * stride, after = Math.min(before + stride, records - 1);
    return Math.min(records, Math.floor(before + fraction * (after - before) + ROUNDING) + 1);
  }

  private stepSize(): number {
    return (this.a.end - this.a.start) / Math.max(1, this.a.header.records - 1);
  }

  setTime(t: number): void {
    this.clock.set(t);
    this.isTimeDirty = true;
    this.invalidate();
  }

  step(records: number): void {
    this.pause();
    const { time } = this.a;
    const here = locate(time, this.clock.time);
    // Back from between two records goes to the one before.
    const start = records < 0 && this.clock.time > time[here]! ? here + 1 : here;
    this.setTime(time[Math.min(time.length - 1, Math.max(0, start + records))] ?? 0);
  }

  togglePlay(): void {
    if (this.clock.isPlaying) this.pause();
    else this.clock.play(performance.now());
    this.isTimeDirty = true;
    this.invalidate();
  }

  private pause(): void {
    this.clock.pause();
    this.isTimeDirty = true;
  }

  setSpeed(speed: number): void {
    this.clock.speed = speed;
    this.transport.updateSettings();
  }

  toggleLoop(): void {
    this.clock.isLooping = !this.clock.isLooping;
    this.transport.updateSettings();
  }

  select(object: number): void {
    this.selected = this.model.selected = object;
    if (this.ghost) this.ghost.selected = object >= 0 ? this.ghost.indexOf(this.nameOf(object)) : -1;
    this.view.repaint();
    this.tree.show(object);
    this.inspector.show(object);
    if (object >= 0) this.side.open('inspector');
    this.isTimeDirty = true;
    this.invalidate();
    this.keepInHash();
  }

  private nameOf(object: number): string {
    const info = this.catalog.objects[object]!;
    return `${info.kind}.${info.name}`;
  }

  follow(object: number): void {
    this.view.follow(object === this.view.following ? -1 : object);
    this.inspector.refresh();
    this.stage.refresh();
  }

  private afterDisplay(): void {
    this.tree.rebuild();
    this.stage.refresh();
    void this.loadArrows();
    this.isTimeDirty = true;
    this.invalidate();
  }

  focusSearch(): void {
    this.layout.setOpen('tree', true);
    this.tree.search.focus();
    this.tree.search.select();
  }

  private async addCurves(curves: CurveId[]): Promise<void> {
    if (!this.layout.isOpen('plots')) this.layout.setOpen('plots', true);
    const known = this.plots.plots.some((plot) => curves.every((id) => plot.curves.some((curve) => sameCurve(curve.id, id))));
    if (!known) await this.plots.add(curves);
  }

  savePicture(): void {
    this.draw();
    const time = `t = ${formatTime(this.clock.time, this.stepSize())} s`;
    const canvas = takePicture(this.view, this.plots.title, time, this.display.colorsByValue ? this.model.valueRanges : []);
    downloadCanvas(`${fileName(this.plots.title, formatNumber(this.clock.time, 4))}.png`, canvas);
  }

  private keepInHash(): void {
    window.clearTimeout(this.hashTimer);
    this.hashTimer = window.setTimeout(() => {
      const text = formatState({
        time: this.clock.time, selected: this.selected >= 0 ? this.nameOf(this.selected) : undefined,
        plots: this.plots.plots.map((plot) => plot.curves.map((curve) => curve.id)),
      });
      try {
        history.replaceState(null, '', `#${text}`);
      } catch {
        // Some browsers forbid this for pages from a file.
      }
    }, HASH_DELAY);
  }

  // A run under way: who looks at its end goes on doing so.
  private watchRun(): void {
    watch(this.a, () => {
      const wasAtEnd = this.clock.time >= this.clock.end && !this.clock.isPlaying;
      this.model.prepare();
      this.clock.setRange(this.a.start, Math.max(this.a.end, this.b?.end ?? -Infinity));
      if (wasAtEnd) this.clock.set(this.clock.end);
      this.plots.refresh();
      this.runPanel.refresh();
      this.side.refresh();
      this.topBar.refresh();
      this.bars.show(this.model.valueRanges);
      this.isTimeDirty = true;
      this.invalidate();
      this.showFailure();
    }, (text) => this.stage.showNotice(text));
  }
}
