// What is known of the selected object, with live values.
import { componentLabel, components, type CurveId } from '../data/channels';
import type { Catalog } from '../data/catalog';
import { formatNumber, formatUnit } from '../data/numbers';
import type { Channel, Run } from '../data/run';
import { DRAG_TYPE } from '../plots/plot';
import { curveValueAt } from '../plots/table';
import { button, element, toggleState } from './dom';

export interface InspectorActions {
  plot(curves: CurveId[]): void;
  fit(object: number): void;
  follow(object: number): void;
  hide(object: number): void;
  isolate(object: number): void;
  following(): number;
}

const MOST_COMPONENTS = 12;

// A table of channels with their values at the time shown.
export class ValueTable {
  readonly root = element('div', { class: 'values' });
  private cells: { id: CurveId; output: HTMLElement }[] = [];

  constructor(private readonly run: Run, private readonly plot: (curves: CurveId[]) => void) {}

  show(channels: { channel: Channel; label: string }[]): void {
    this.cells = [];
    this.root.replaceChildren(...channels.map(({ channel, label }) => this.group(channel, label)));
    void this.run.load(channels.map(({ channel }) => channel.name)).then(() => this.update(this.time));
  }

  private group(channel: Channel, label: string): HTMLElement {
    const shown = components(channel).slice(0, MOST_COMPONENTS);
    const all = shown.filter((part) => part !== 'magnitude').map((component) => ({ channel: channel.name, component }));
    const head = element('div', { class: 'value-head', title: channel.doc ? `${channel.name}: ${channel.doc}` : channel.name },
      element('span', { class: 'value-name' }, label), element('span', { class: 'unit' }, formatUnit(channel.unit)));
    const cells = element('div', { class: 'value-cells' });
    const group = element('div', { class: channel.size === 1 ? 'value-group scalar' : 'value-group' },
      head, cells, button('plus', `Plot ${label}`, () => this.plot(all), 'small'));
    group.draggable = true;
    group.addEventListener('dragstart', (event) => {
      event.dataTransfer!.setData(DRAG_TYPE, JSON.stringify(all));
      event.dataTransfer!.effectAllowed = 'copy';
    });
    for (const component of shown) {
      const id = { channel: channel.name, component };
      const output = element('output', {});
      const part = componentLabel(channel, component);
      const cell = element('button', { type: 'button', class: 'value-cell', title: `Plot ${label} ${part}`.trim() },
        part ? element('span', { class: 'part' }, part === 'magnitude' ? '|·|' : part) : null, output);
      cell.addEventListener('click', () => this.plot([id]));
      cells.append(cell);
      this.cells.push({ id, output });
    }
    return group;
  }

  private time = 0;
  update(t: number): void {
    this.time = t;
    for (const { id, output } of this.cells) output.textContent = formatNumber(curveValueAt(this.run, id, t));
  }
}

export class Inspector {
  private readonly table: ValueTable;
  private object = -1;
  private followButton: HTMLButtonElement | null = null;

  constructor(private readonly root: HTMLElement, run: Run, private readonly catalog: Catalog, private readonly actions: InspectorActions) {
    this.table = new ValueTable(run, (curves) => actions.plot(curves));
    this.show(-1);
  }

  show(object: number): void {
    this.object = object;
    if (object < 0) {
      this.root.replaceChildren(element('div', { class: 'hint' }, element('p', {}, 'Click an object in the picture or in the tree.'),
        element('p', {}, 'Its values at the time shown appear here; click one to plot it.')));
      return;
    }
    const info = this.catalog.objects[object]!;
    const place = info.place
      ? element('p', { class: 'place' }, element('code', {}, info.place),
        button('copy', 'Copy the place', () => void navigator.clipboard?.writeText(info.place!), 'small'))
      : null;
    this.followButton = button('follow', 'Follow with the camera (t)', () => this.actions.follow(object));
    const channels = [
      ...this.catalog.channelsOf(object).map((channel) => ({ channel, label: this.catalog.short(channel.name) })),
      ...this.catalog.framesOf(object).flatMap(({ frame, channels: list }) => list.map((channel) => ({ channel, label: `${frame}: ${this.catalog.short(channel.name)}` }))),
    ];
    this.root.replaceChildren(
      element('div', { class: 'object-head' },
        element('p', { class: 'kind' }, info.kind === info.type ? info.kind : `${info.kind} · ${info.type}`),
        element('h2', {}, info.name), place,
        element('div', { class: 'tools' },
          button('fit', 'Fit the picture to it', () => this.actions.fit(object)), this.followButton,
          button('isolate', 'Show it alone', () => this.actions.isolate(object)),
          button('hidden', 'Hide it (h)', () => this.actions.hide(object)))),
      channels.length > 0 ? this.table.root : element('p', { class: 'hint' }, 'It has no channels in this file.'));
    this.table.show(channels);
    this.refresh();
  }

  refresh(): void {
    if (this.followButton) toggleState(this.followButton, this.actions.following() === this.object);
  }

  update(t: number): void {
    if (this.object >= 0) this.table.update(t);
  }
}
