// The model as a tree: kinds, objects, channels, components. Only the rows in sight exist.
import { componentLabel, components, readable, type CurveId } from '../data/channels';
import type { Catalog } from '../data/catalog';
import { formatUnit } from '../data/numbers';
import type { Channel } from '../data/run';
import { DRAG_TYPE } from '../plots/plot';
import { button, element } from './dom';
import { icon } from './icons';

const ROW = 25;
const MARGIN = 8;
const FEW = 3;  // so many objects found are opened

interface Row {
  key: string;
  level: number;
  label: string;
  note: string;
  object: number;
  curves: CurveId[];
  canOpen: boolean;
  isOpen: boolean;
}

export interface TreeActions {
  select(object: number): void;
  plot(curves: CurveId[]): void;
  isHidden(object: number): boolean;
  setHidden(objects: number[], isHidden: boolean): void;
}

export class Tree {
  readonly search = element('input', { type: 'search', placeholder: 'Search objects and channels', 'aria-label': 'Search the model', spellcheck: 'false' });
  private readonly scroller = element('div', { class: 'tree', role: 'tree', tabindex: '0', 'aria-label': 'Objects and channels' });
  private readonly body = element('div', { class: 'tree-body' });
  private readonly open = new Set<string>(['system']);
  private rows: Row[] = [];
  private selected = -1;
  private focused = 0;

  constructor(root: HTMLElement, private readonly catalog: Catalog, private readonly actions: TreeActions) {
    this.scroller.append(this.body);
    root.append(element('div', { class: 'search' }, icon('search'), this.search), this.scroller);
    const kinds = catalog.kinds();
    for (const { kind, objects } of kinds) if (objects.length <= 12) this.open.add(`kind ${kind}`);
    this.search.addEventListener('input', () => this.rebuild());
    this.search.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') { this.search.value = ''; this.rebuild(); this.search.blur(); }
      event.stopPropagation();
    });
    this.scroller.addEventListener('scroll', () => this.draw());
    this.scroller.addEventListener('keydown', (event) => this.onKey(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    this.rebuild();
  }

  // Opens the way to an object and brings it into sight.
  show(object: number): void {
    this.selected = object;
    if (object >= 0) {
      this.open.add(`kind ${this.catalog.objects[object]!.kind}`);
      this.rebuild();
      const row = this.rows.findIndex((candidate) => candidate.key === `object ${object}`);
      if (row >= 0) {
        const top = row * ROW;
        const { scrollTop, clientHeight } = this.scroller;
        if (top < scrollTop || top + ROW > scrollTop + clientHeight) this.scroller.scrollTop = top - clientHeight / 3;
        this.focused = row;
      }
    }
    this.draw();
  }

  rebuild(): void {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    this.rows = [];
    const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
    const pushGroup = (key: string, label: string, channels: Channel[]): void => {
      const found = channels.filter((channel) => matches(`${label} ${channel.name} ${readable(channel.name)}`));
      if (found.length > 0 && this.push({ key, level: 0, label, note: '', canOpen: true }, words.length > 0))
        for (const channel of found) this.pushChannel(channel, 1, this.catalog.label(channel.name));
    };
    pushGroup('system', 'System', this.catalog.ofSystem());
    const groups = this.catalog.kinds().map(({ kind, objects }) => ({
      kind, found: objects.map((object) => this.match(object, words, matches)).filter((match) => match !== null),
    }));
    const areFew = words.length > 0 && groups.reduce((sum, { found }) => sum + found.length, 0) <= FEW;
    for (const { kind, found } of groups) {
      if (found.length === 0) continue;
      if (!this.push({ key: `kind ${kind}`, level: 0, label: plural(kind), note: String(found.length), canOpen: true }, words.length > 0)) continue;
      for (const { object, channels, byChannel } of found) this.pushObject(object, channels, byChannel || areFew);
    }
    pushGroup('others', 'Other channels', this.catalog.others());
    this.body.style.height = `${this.rows.length * ROW}px`;
    this.draw();
  }

  // The channels of an object to show: all, or those that match where the object itself does not.
  private match(object: number, words: string[], matches: (text: string) => boolean): { object: number; channels: Channel[]; byChannel: boolean } | null {
    const info = this.catalog.objects[object]!;
    const channels = this.catalog.channelsOf(object);
    const own = `${info.kind} ${info.type} ${info.name}`;
    if (words.length === 0 || matches(own)) return { object, channels, byChannel: false };
    const some = channels.filter((channel) => matches(`${own} ${channel.name} ${readable(channel.name)}`));
    return some.length > 0 ? { object, channels: some, byChannel: true } : null;
  }

  private pushObject(object: number, channels: Channel[], isForced: boolean): void {
    const info = this.catalog.objects[object]!;
    const row = { key: `object ${object}`, level: 1, label: info.name, note: info.type, object, canOpen: channels.length > 0 };
    if (this.push(row, isForced)) for (const channel of channels) this.pushChannel(channel, 2, this.catalog.short(channel.name));
  }

  private pushChannel(channel: Channel, level: number, label: string): void {
    const all = components(channel);
    const unit = formatUnit(channel.unit);
    const curves = all.filter((part) => part !== 'magnitude').slice(0, 12).map((component) => ({ channel: channel.name, component }));
    const row = { key: `channel ${channel.name}`, level, label, note: unit, curves, canOpen: channel.size > 1 };
    if (!this.push(row, false)) return;
    for (const component of all)
      this.push({
        key: `part ${channel.name}:${component}`, level: level + 1, label: componentLabel(channel, component), note: unit,
        curves: [{ channel: channel.name, component }], canOpen: false,
      }, false);
  }

  private push(row: Partial<Row> & Pick<Row, 'key' | 'level' | 'label' | 'note' | 'canOpen'>, forced: boolean): boolean {
    const isOpen = row.canOpen && (forced || this.open.has(row.key));
    this.rows.push({ object: -1, curves: [], ...row, isOpen });
    return isOpen;
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - MARGIN);
    const last = Math.min(this.rows.length, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / ROW) + MARGIN);
    this.body.replaceChildren(...this.rows.slice(first, last).map((row, i) => this.rowElement(row, first + i)));
    if (this.rows.length === 0) this.body.append(element('p', { class: 'hint' }, 'Nothing matches.'));
  }

  private rowElement(row: Row, index: number): HTMLElement {
    const twist = element('span', { class: row.isOpen ? 'twist open' : 'twist' }, row.canOpen ? icon('chevron') : null);
    const made = element('div', {
      class: `row level-${row.level}`, role: 'treeitem', 'aria-level': String(row.level + 1), id: `row-${index}`,
      style: `top:${index * ROW}px; padding-left:${6 + 14 * row.level}px`, title: row.note && row.level > 0 ? `${row.label} (${row.note})` : row.label,
    }, twist, element('span', { class: 'row-label' }, row.label), element('span', { class: 'row-note' }, row.note));
    if (row.canOpen) made.setAttribute('aria-expanded', String(row.isOpen));
    if (row.object >= 0 && row.object === this.selected) made.setAttribute('aria-selected', 'true');
    made.dataset.key = row.key;
    if (row.curves.length > 0) this.makeDraggable(made, row);
    if (row.object >= 0) made.append(this.eye([row.object]));
    else if (row.key.startsWith('kind ')) made.append(this.eye(this.catalog.kinds().find(({ kind }) => row.key === `kind ${kind}`)!.objects));
    twist.addEventListener('click', (event) => {
      event.stopPropagation();
      this.toggle(row);
    });
    made.addEventListener('click', () => this.act(row, index));
    return made;
  }

  private makeDraggable(made: HTMLElement, row: Row): void {
    made.draggable = true;
    made.classList.add('channel');
    made.addEventListener('dragstart', (event) => {
      event.dataTransfer!.setData(DRAG_TYPE, JSON.stringify(row.curves));
      event.dataTransfer!.effectAllowed = 'copy';
    });
    made.append(button('plus', `Plot ${row.label}`, () => this.actions.plot(row.curves), 'small'));
  }

  private eye(objects: number[]): HTMLElement {
    const isHidden = objects.every((object) => this.actions.isHidden(object));
    return button(isHidden ? 'hidden' : 'eye', isHidden ? 'Show' : 'Hide', () => {
      this.actions.setHidden(objects, !isHidden);
      this.draw();
    }, isHidden ? 'small eye off' : 'small eye');
  }

  private act(row: Row, index: number): void {
    this.focused = index;
    if (row.object >= 0) {
      this.selected = row.object;
      this.actions.select(row.object);
    } else if (row.curves.length > 0) this.actions.plot(row.curves);
    else this.toggle(row);
  }

  private toggle(row: Row): void {
    if (!row.canOpen) return;
    if (this.open.has(row.key)) this.open.delete(row.key);
    else this.open.add(row.key);
    this.rebuild();
  }

  private onKey(event: KeyboardEvent): void {
    const row = this.rows[this.focused];
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      this.focused = Math.min(this.rows.length - 1, Math.max(0, this.focused + move));
      this.scroller.scrollTop = Math.min(Math.max(this.scroller.scrollTop, (this.focused + 1) * ROW - this.scroller.clientHeight), this.focused * ROW);
      const next = this.rows[this.focused];
      if (next && next.object >= 0) this.act(next, this.focused);
    } else if (row && ((event.key === 'ArrowRight' && !row.isOpen) || (event.key === 'ArrowLeft' && row.isOpen))) this.toggle(row);
    else if (row && event.key === 'Enter') this.act(row, this.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
    this.scroller.setAttribute('aria-activedescendant', `row-${this.focused}`);
    this.body.querySelector(`#row-${this.focused}`)?.classList.add('focused');
  }
}

export function plural(kind: string): string {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (word.endsWith('s')) return word;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
