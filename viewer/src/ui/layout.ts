// Panes: tree at the left, picture and plots in the middle, inspector at the right; borders can be moved.
import { element } from './dom';
import { recall, remember } from './memory';

type PaneName = 'tree' | 'side' | 'plots';

// Below, the inspector starts closed; below the second, the tree too, and one of them is open at a time.
const MEDIUM = '(max-width: 1120px)';
const NARROW = '(max-width: 960px)';

const LIMITS: Record<PaneName, [number, number]> = { tree: [180, 560], side: [220, 640], plots: [120, 2000] };

const PLOTS_BAR = 34;
const PLOT_HEIGHT = 190;
const PLOTS_SHARE = 0.48;

export class Layout {
  readonly header = element('header', { class: 'top' });
  readonly tree = element('nav', { class: 'pane tree-pane', 'aria-label': 'Model tree' });
  readonly stage = element('main', { class: 'stage' });
  readonly transport = element('div', { class: 'transport', role: 'toolbar', 'aria-label': 'Animation' });
  readonly plots = element('section', { class: 'pane plots-pane', 'aria-label': 'Plots' });
  readonly side = element('aside', { class: 'pane side-pane', 'aria-label': 'Inspector and run' });
  onResize: () => void = () => {};
  onOpen: () => void = () => {};
  private readonly narrow = window.matchMedia(NARROW);
  private readonly medium = window.matchMedia(MEDIUM);

  constructor(private readonly root: HTMLElement) {
    root.className = 'app';
    root.append(this.header, this.tree, this.splitter('tree', 'x', 1), this.stage, this.transport,
      this.splitter('plots', 'y', -1), this.plots, this.splitter('side', 'x', -1), this.side);
    for (const name of Object.keys(LIMITS) as PaneName[]) {
      const kept = Number(recall(`pane.${name}`));
      if (kept > 0) this.setSize(name, kept);
    }
    this.openForWidth();
    for (const query of [this.narrow, this.medium]) query.addEventListener('change', () => this.openForWidth());
    new ResizeObserver(() => this.onResize()).observe(this.stage);
  }

  isOpen(name: PaneName): boolean { return !this.root.classList.contains(`no-${name}`); }

  setOpen(name: PaneName, isOpen: boolean): void {
    this.root.classList.toggle(`no-${name}`, !isOpen);
    if (isOpen && name !== 'plots' && this.narrow.matches) this.root.classList.add(name === 'tree' ? 'no-side' : 'no-tree');
    this.onResize();
    this.onOpen();
  }

  // The panes that leave the picture enough room, at the start and when a window has become wider or narrower.
  private openForWidth(): void {
    this.root.classList.toggle('no-tree', this.narrow.matches);
    this.root.classList.toggle('no-side', this.medium.matches);
    this.onOpen();
  }

  // Room for so many plots, unless the user has chosen another height.
  makeRoomForPlots(count: number): void {
    if (recall('pane.plots') === null) this.setSize('plots', Math.min(PLOTS_BAR + count * PLOT_HEIGHT, PLOTS_SHARE * window.innerHeight));
  }

  private setSize(name: PaneName, size: number): number {
    const [least, most] = LIMITS[name];
    const limit = name === 'plots' ? Math.max(least, window.innerHeight - 260) : Math.max(least, window.innerWidth / 2);
    const allowed = Math.round(Math.min(most, limit, Math.max(least, size)));
    this.root.style.setProperty(`--${name}-size`, `${allowed}px`);
    return allowed;
  }

  private paneOf(name: PaneName): HTMLElement { return this[name]; }

  private splitter(name: PaneName, axis: 'x' | 'y', sign: 1 | -1): HTMLElement {
    const bar = element('div', {
      class: `splitter splitter-${name} along-${axis}`, role: 'separator', tabindex: '0',
      'aria-orientation': axis === 'x' ? 'vertical' : 'horizontal', 'aria-label': `Resize the ${name} pane`,
    });
    const size = (): number => (axis === 'x' ? this.paneOf(name).clientWidth : this.paneOf(name).clientHeight);
    const keep = (wanted: number): void => {
      remember(`pane.${name}`, String(this.setSize(name, wanted)));
      this.onResize();
    };
    bar.addEventListener('pointerdown', (event) => {
      const start = axis === 'x' ? event.clientX : event.clientY;
      const before = size();
      bar.setPointerCapture(event.pointerId);
      const move = (next: PointerEvent): void => keep(before + sign * ((axis === 'x' ? next.clientX : next.clientY) - start));
      bar.addEventListener('pointermove', move);
      bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
    });
    bar.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -20, ArrowUp: -20, ArrowRight: 20, ArrowDown: 20 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      keep(size() + sign * step);
    });
    return bar;
  }
}
