// Two tabs at the right: the selected object, and the run.
import type { Run } from '../data/run';
import { element } from './dom';

type TabName = 'inspector' | 'run';

export class SidePane {
  readonly inspector = element('div', { class: 'tab-body', role: 'tabpanel', id: 'panel-inspector', 'aria-labelledby': 'tab-inspector' });
  readonly run = element('div', { class: 'tab-body', role: 'tabpanel', id: 'panel-run', 'aria-labelledby': 'tab-run' });
  private readonly tabs: Record<TabName, HTMLButtonElement>;

  constructor(root: HTMLElement, private readonly data: Run) {
    this.tabs = { inspector: this.tab('inspector', 'Inspector'), run: this.tab('run', 'Run') };
    root.append(element('div', { class: 'tabs', role: 'tablist' }, this.tabs.inspector, this.tabs.run), this.inspector, this.run);
    this.open('run');
    this.refresh();
  }

  private tab(name: TabName, label: string): HTMLButtonElement {
    const made = element('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` }, label);
    made.addEventListener('click', () => this.open(name));
    return made;
  }

  open(name: TabName): void {
    for (const tab of ['inspector', 'run'] as const) {
      this.tabs[tab].setAttribute('aria-selected', String(tab === name));
      this[tab].hidden = tab !== name;
    }
  }

  // How many warnings and errors there are.
  refresh(): void {
    const count = this.data.header.run.diagnostics.filter((diagnostic) => diagnostic.severity !== 'note').length;
    this.tabs.run.replaceChildren('Run', ...(count > 0 ? [element('span', { class: 'badge', title: `${count} warnings` }, String(count))] : []));
  }
}
