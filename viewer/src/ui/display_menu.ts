// What is drawn and how large: a menu over the picture.
import type { Role } from '../data/types';
import { button, element, toggleState } from './dom';

export interface DisplayItem {
  key: string;
  label: string;
  isOn(): boolean;
  set(isOn: boolean): void;
}

export interface DisplaySlider {
  label: string;
  set(factor: number): void;
}

export const ROLE_LABELS: Record<Role, string> = {
  body: 'Bodies', joint: 'Joints', spring: 'Springs', line: 'Lines', tracer: 'Traces', frame: 'Axes', force: 'Forces', moment: 'Moments', node: 'Points',
};

export class DisplayMenu {
  readonly opener: HTMLButtonElement;
  readonly panel = element('div', { class: 'menu', hidden: '' });
  private readonly boxes: { item: DisplayItem; box: HTMLInputElement }[] = [];

  constructor(items: DisplayItem[], sliders: DisplaySlider[]) {
    this.opener = button('sliders', 'What is shown', () => this.setOpen(this.panel.hidden));
    toggleState(this.opener, false);
    const rows = items.map((item) => {
      const box = element('input', { type: 'checkbox' });
      box.addEventListener('change', () => item.set(box.checked));
      this.boxes.push({ item, box });
      const row = element('label', {}, box, item.label);
      row.dataset.key = item.key;
      return row;
    });
    this.panel.append(element('div', { class: 'menu-checks' }, ...rows), ...sliders.map(sliderRow));
    document.addEventListener('pointerdown', (event) => {
      if (!this.panel.contains(event.target as Node) && !this.opener.contains(event.target as Node)) this.setOpen(false);
    });
    this.panel.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.setOpen(false); });
    this.refresh();
  }

  private setOpen(isOpen: boolean): void {
    this.panel.hidden = !isOpen;
    toggleState(this.opener, isOpen);
    this.refresh();
  }

  refresh(): void {
    for (const { item, box } of this.boxes) box.checked = item.isOn();
  }
}

// From a tenth to ten times, in the middle as it comes; a double click goes back there.
function sliderRow(slider: DisplaySlider): HTMLElement {
  const input = element('input', { type: 'range', min: '-1', max: '1', step: '0.01', value: '0', 'aria-label': slider.label });
  const output = element('output', {}, '1×');
  const apply = (): void => {
    const factor = 10 ** Number(input.value);
    output.textContent = `${factor.toPrecision(2)}×`;
    slider.set(factor);
  };
  input.addEventListener('input', apply);
  input.addEventListener('dblclick', () => { input.value = '0'; apply(); });
  return element('label', { class: 'menu-slider' }, element('span', {}, slider.label), input, output);
}
