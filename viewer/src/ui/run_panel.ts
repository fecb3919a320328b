// How the run went: failure, diagnostics, summary, settings, values of the whole system.
import type { Catalog } from '../data/catalog';
import type { CurveId } from '../data/channels';
import type { Run } from '../data/run';
import type { Diagnostic, Header } from '../data/types';
import { element } from './dom';
import { ValueTable } from './inspector';

export class RunPanel {
  private readonly energies: ValueTable;
  private readonly parts = element('div', {});

  constructor(root: HTMLElement, private readonly run: Run, private readonly other: Run | null, private readonly catalog: Catalog, plot: (curves: CurveId[]) => void) {
    this.energies = new ValueTable(run, plot);
    root.append(this.parts);
    this.refresh();
    this.energies.show(catalog.ofSystem().map((channel) => ({ channel, label: catalog.label(channel.name) })));
  }

  // The header may have changed: a run under way.
  refresh(): void {
    const { header } = this.run;
    this.parts.replaceChildren(...[
      failure(header), diagnostics(header.run.diagnostics),
      pairs('Summary', header.run.summary, this.other?.header.run.summary),
      this.catalog.ofSystem().length > 0 ? section('System', this.energies.root) : null,
      pairs('Settings', header.run.settings, this.other?.header.run.settings),
      pairs('File', fileFacts(header), this.other ? fileFacts(this.other.header) : undefined),
    ].filter((part) => part !== null));
  }

  update(t: number): void {
    this.energies.update(t);
  }
}

function section(title: string, ...children: Node[]): HTMLElement {
  return element('section', { class: 'facts' }, element('h3', {}, title), ...children);
}

function failure(header: Header): HTMLElement | null {
  const text = header.run.failure;
  return text ? element('section', { class: 'facts failure' }, element('h3', {}, 'The run failed'), element('pre', {}, text)) : null;
}

function diagnostics(list: Diagnostic[]): HTMLElement | null {
  if (list.length === 0) return null;
  const rank = { error: 0, warning: 1, note: 2 };
  const items = [...list].sort((a, b) => rank[a.severity] - rank[b.severity]).map((diagnostic) =>
    element('li', { class: diagnostic.severity }, element('span', { class: 'severity' }, diagnostic.severity),
      element('span', {}, diagnostic.text), diagnostic.place ? element('code', {}, diagnostic.place) : null));
  return section('Diagnostics', element('ul', { class: 'diagnostics' }, ...items));
}

// Names and values; with a second run, both values side by side.
function pairs(title: string, first: [string, string][], second?: [string, string][]): HTMLElement | null {
  if (first.length === 0 && !second?.length) return null;
  const names = [...new Set([...first, ...(second ?? [])].map(([name]) => name))];
  const value = (list: [string, string][] | undefined, name: string): string => list?.find(([known]) => known === name)?.[1] ?? '–';
  const rows = names.map((name) => {
    const row = element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value(first, name)));
    if (second) {
      row.append(element('td', {}, value(second, name)));
      if (value(first, name) !== value(second, name)) row.classList.add('differs');
    }
    return row;
  });
  const head = second ? [element('thead', {}, element('tr', {}, element('th', {}), element('th', {}, 'a'), element('th', {}, 'b')))] : [];
  return section(title, element('table', {}, ...head, element('tbody', {}, ...rows)));
}

function fileFacts(header: Header): [string, string][] {
  const facts: [string, string][] = [
    ['model', header.model], ['results', header.file], ['program', header.program], ['records', header.records.toLocaleString('en')],
    ['channels', header.channels.length.toLocaleString('en')],
  ];
  if (header.stride > 1) facts.push(['shown', `every ${header.stride}th record, with envelopes`]);
  return facts;
}
