// Scales of the colours that show values.
import { formatNumber } from '../data/numbers';
import { valueGradient } from '../scene/palette';
import type { ValueRange } from '../scene/values';
import { element } from './dom';

export class ColorBars {
  readonly root = element('div', { class: 'color-bars' });

  show(ranges: ValueRange[]): void {
    this.root.replaceChildren(...ranges.filter((range) => range.max >= range.min).map((range) =>
      element('div', { class: 'color-bar' },
        element('p', {}, `${range.label}${range.unit ? ` [${range.unit}]` : ''}`),
        element('div', { class: 'ramp', style: `background:${valueGradient()}` }),
        element('div', { class: 'ends' }, ...[range.min, (range.min + range.max) / 2, range.max].map((value) => element('span', {}, formatNumber(value, 3)))))));
  }
}
