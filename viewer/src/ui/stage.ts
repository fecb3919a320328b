// The picture's surroundings: tools, failure, tips.
import type { App } from '../app';
import type { ViewName } from '../scene/view';
import { DisplayMenu, ROLE_LABELS, type DisplayItem, type DisplaySlider } from './display_menu';
import { button, element, toggleState } from './dom';

const VIEWS: ViewName[] = ['x', 'y', 'z'];

export class Stage {
  readonly canvas = element('canvas', { class: 'scene', tabindex: '0', 'aria-label': 'Animation of the model' });
  readonly overlay = element('canvas', { class: 'overlay', 'aria-hidden': 'true' });
  private readonly tools = element('div', { class: 'stage-tools', role: 'toolbar', 'aria-label': 'View' });
  private readonly tip = element('div', { class: 'tip', hidden: '' });
  private readonly notice = element('div', { class: 'notice', role: 'status', hidden: '' });
  private menu: DisplayMenu | null = null;
  private readonly toggles: (() => void)[] = [];

  constructor(private readonly root: HTMLElement, bars: HTMLElement) {
    root.append(this.canvas, this.overlay, this.tools, bars, this.notice, this.tip);
  }

  buildTools(app: App): void {
    const toggle = (made: HTMLButtonElement, isOn: () => boolean): HTMLButtonElement => {
      this.toggles.push(() => toggleState(made, isOn()));
      return made;
    };
    const views = VIEWS.map((name) => {
      const made = element('button', { type: 'button', class: 'icon-button letter', title: `Look along ${name} (${name})`, 'aria-label': `Look along ${name}` }, name);
      made.addEventListener('click', () => app.view.look(name));
      return made;
    });
    const menu = new DisplayMenu(displayItems(app), displaySliders(app));
    this.menu = menu;
    const group = (...children: HTMLElement[]): HTMLElement => element('div', { class: 'tool-group' }, ...children);
    this.tools.append(
      group(button('fit', 'Fit (f)', () => app.view.fit()), ...views, button('cube', 'Isometric (i)', () => app.view.look('iso'))),
      group(
        toggle(button('label', 'Labels (l)', () => app.display.toggleLabels()), () => app.view.overlay.showsLabels),
        toggle(button('follow', 'Follow the selected object (t)', () => app.follow(app.selected)), () => app.view.following >= 0),
        menu.opener),
      group(button('camera', 'Save the picture (PNG)', () => app.savePicture())));
    this.root.append(menu.panel);
    this.refresh();
  }

  refresh(): void {
    for (const toggle of this.toggles) toggle();
    this.menu?.refresh();
  }

  showTip(text: string, x: number, y: number): void {
    this.tip.hidden = text === '';
    if (this.tip.hidden) return;
    const box = this.root.getBoundingClientRect();
    this.tip.textContent = text;
    this.tip.style.transform = `translate(${x - box.left + 14}px, ${y - box.top + 12}px)`;
  }

  showNotice(text: string | null): void {
    this.notice.hidden = text === null;
    this.notice.className = 'notice';
    this.notice.replaceChildren(text ?? '');
  }

  showFailure(text: string, onMore: () => void): void {
    const [first] = text.split('\n');
    const more = element('button', { type: 'button' }, 'Details');
    more.addEventListener('click', onMore);
    this.notice.hidden = false;
    this.notice.className = 'notice failed';
    this.notice.setAttribute('role', 'alert');
    this.notice.replaceChildren(element('strong', {}, 'The run failed'), element('span', {}, first ?? ''), more);
  }
}

function displayItems({ model, ghost, view, display }: App): DisplayItem[] {
  const roles = model.roles().map((role): DisplayItem => ({
    key: role, label: ROLE_LABELS[role], isOn: () => !model.hiddenRoles.has(role), set: (isOn) => display.setRole(role, isOn),
  }));
  const { ground, overlay, orbit } = view;
  const names: Record<string, string> = { ground: 'Ground', water: 'Water', reference: 'Grid' };
  const items: DisplayItem[] = [
    ...roles,
    { key: 'ground', label: [...new Set(ground.kinds.map((kind) => names[kind]))].join(', '), isOn: () => ground.group.visible, set: () => display.toggleGround() },
    { key: 'labels', label: 'Labels', isOn: () => overlay.showsLabels, set: () => display.toggleLabels() },
    { key: 'shadows', label: 'Shadows', isOn: () => view.hasShadows, set: (isOn) => display.setShadows(isOn) },
    { key: 'through', label: 'See through bodies', isOn: () => display.seesThrough, set: () => display.toggleTransparency() },
    { key: 'parallel', label: 'Parallel projection', isOn: () => orbit.isParallel, set: () => display.toggleParallel() },
  ];
  if (model.valueRanges.length > 0)
    items.push({ key: 'values', label: 'Colours by value', isOn: () => display.colorsByValue, set: (isOn) => display.setColorsByValue(isOn) });
  if (ghost) items.push({ key: 'ghost', label: 'Second run', isOn: () => ghost.group.visible, set: (isOn) => display.setGhost(isOn) });
  return items;
}

function displaySliders({ model, display }: App): DisplaySlider[] {
  const roles = model.roles();
  const slider = (what: 'force' | 'moment' | 'symbols', label: string): DisplaySlider => ({ label, set: (factor) => display.setScale(what, factor) });
  return [
    ...(roles.includes('force') ? [slider('force', 'Forces')] : []),
    ...(roles.includes('moment') ? [slider('moment', 'Moments')] : []),
    slider('symbols', 'Symbols'),
  ];
}
