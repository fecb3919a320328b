// Title, state of the run, panes, theme, help.
import type { App } from '../app';
import { button, element, toggleState } from './dom';
import { icon } from './icons';

export class TopBar {
  private readonly status = element('span', { class: 'status' });
  private readonly themeButton: HTMLButtonElement;
  private readonly toggles: (() => void)[] = [];

  constructor(root: HTMLElement, private readonly app: App) {
    const { header } = app.a;
    this.themeButton = button('sun', 'Light or dark (d)', () => app.theme.toggle());
    const pane = (name: 'tree' | 'plots' | 'side', symbol: 'tree' | 'chart' | 'panel', label: string): HTMLButtonElement => {
      const made = button(symbol, label, () => app.panes.setOpen(name, !app.panes.isOpen(name)));
      this.toggles.push(() => toggleState(made, app.panes.isOpen(name)));
      return made;
    };
    const names = [header.model, header.file].filter(Boolean).join('  →  ');
    root.append(
      element('span', { class: 'brand' }, 'Pintle'),
      element('h1', {}, header.title || header.model), this.status,
      element('span', { class: 'file', title: names }, names),
      app.b ? element('span', { class: 'file' }, `compared with ${app.b.header.title || app.b.header.file}`) : '',
      element('span', { class: 'space' }),
      pane('tree', 'tree', 'Model tree'), pane('plots', 'chart', 'Plots'), pane('side', 'panel', 'Inspector and run'),
      element('span', { class: 'divider' }), this.themeButton, button('help', 'Keys and mouse (?)', () => app.help.toggle()));
    this.refresh();
  }

  refresh(): void {
    for (const toggle of this.toggles) toggle();
    const { status } = this.app.a.header.run;
    this.status.textContent = status;
    this.status.className = `status ${status}`;
    this.status.hidden = status === 'unknown';
    const { choice } = this.app.theme;
    this.themeButton.replaceChildren(icon(choice === 'system' ? 'system' : choice === 'dark' ? 'moon' : 'sun'));
    this.themeButton.title = `Light or dark (d); now: ${choice === 'system' ? 'as the system' : choice}`;
  }
}
