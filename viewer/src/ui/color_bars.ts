// Scales of the colours that show values.
import { bracketed, formatNumber } from '../data/numbers';
import { valueGradient } from '../scene/palette';
import type { ValueRange } from '../scene/values';
import { element } from './dom';

export class ColorBars {
  readonly root = element('div', { class: 'color-bars' });

  show(ranges: ValueRange[]): void {
    this.root.replaceChildren(...ranges.filter((range) => range.max >= range.min).map((range) =>
      element('div', { class: 'color-bar' },
        element('p', {}, `${range.label}${bracketed(range.unit)}`),
        element('div', { class: 'ramp', style: `background:${valueGradient()}` }),
        element('div', { class: 'ends' }, ...marks(range).map((value) => element('span', {}, formatNumber(value, 3)))))));
  }
}

// Both ends and the middle; a middle that is nearly zero is zero.
function marks({ min, max }: ValueRange): number[] {
  const middle = (min + max) / 2;
  return [min, Math.abs(middle) < 0.002 * (max - min) ? 0 : middle, max];
}
