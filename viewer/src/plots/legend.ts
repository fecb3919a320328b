// The curves of a plot with their values.
import { formatCurve } from '../data/channels';
import { bracketed, formatNumber, formatUnit } from '../data/numbers';
import { button, element } from '../ui/dom';
import type { Curve } from './plot';
import type { PlotStack } from './stack';
import { curveValueAt } from './table';

type Shown = 'a' | 'b' | 'difference';

export class Legend {
  readonly root: HTMLElement;
  private readonly list = element('ul', { class: 'legend-list' });
  private readonly heading = element('span', { class: 'legend-unit' });
  private values: { curve: Curve; run: Shown; output: HTMLElement }[] = [];

  constructor(private readonly stack: PlotStack, tools: HTMLElement[], private readonly onRemove: (curve: Curve) => void) {
    this.root = element('div', { class: 'legend' }, element('div', { class: 'legend-head' }, this.heading, ...tools), this.list);
  }

  private runs(): Shown[] {
    if (!this.stack.b || this.stack.mode === 'a') return ['a'];
    return this.stack.mode === 'both' ? ['a', 'b'] : ['difference'];
  }

  build(curves: Curve[], units: string[], labelOf: (curve: Curve) => string, partOf: (curve: Curve) => string): void {
    this.values = [];
    this.heading.textContent = units.map((unit) => formatUnit(unit) || '1').join(', ');
    this.list.replaceChildren(...curves.map((curve) => {
      const unit = bracketed(this.stack.unitOf(curve.id));
      const label = labelOf(curve);
      const part = partOf(curve);
      const outputs = this.runs().map((run) => {
        const output = element('output', { class: run === 'b' ? 'value dashed' : 'value' });
        this.values.push({ curve, run, output });
        return output;
      });
      return element('li', { title: `${formatCurve(curve.id)}${unit}` },
        element('i', { class: 'swatch', style: `background:${curve.color}` }),
        // Where there is little room, the name is cut, not the component.
        element('span', { class: 'legend-label' }, element('span', { class: 'legend-name' }, label.slice(0, label.length - part.length)), element('span', {}, part)),
        ...outputs, button('close', `Remove ${label}`, () => this.onRemove(curve), 'small'));
    }));
  }

  show(t: number): void {
    const { a, b } = this.stack;
    const digits = this.runs().length > 1 ? 5 : 6;
    for (const { curve, run, output } of this.values) {
      const first = run === 'b' ? null : curveValueAt(a, curve.id, t);
      const second = run === 'a' || !b ? null : curveValueAt(b, curve.id, t);
      const difference = first === null || second === null ? null : first - second;
      output.textContent = formatNumber(run === 'a' ? first : run === 'b' ? second : difference, digits);
    }
  }
}
