// The plots with their common tools.
import type { PlotStack } from '../plots/stack';
import type { CompareMode } from '../plots/table';
import { button, element } from './dom';

const MODES: [CompareMode, string, string][] = [['a', 'a', 'The first run'], ['both', 'a, b', 'Both runs, the second dashed'], ['difference', 'a − b', 'Differences']];

export function buildPlotsPane(root: HTMLElement, stack: PlotStack): void {
  const bar = element('div', { class: 'plots-bar' }, element('h2', {}, 'Plots'));
  if (stack.b) bar.append(modeSwitch(stack));
  bar.append(element('span', { class: 'space' }),
    button('plus', 'New plot: the next channel goes there', () => stack.detach()),
    button('fit', 'Whole run (double click in a plot)', () => stack.showAll()),
    button('table', 'Save the numbers of all plots (CSV)', () => stack.saveTable()),
    button('close', 'Remove all plots', () => stack.clear()));
  root.append(bar, stack.root, element('p', { class: 'hint plots-hint' }, 'Click or drag channels from the tree or the inspector to plot them.'));
}

function modeSwitch(stack: PlotStack): HTMLElement {
  const group = element('div', { class: 'segments', role: 'group', 'aria-label': 'Runs to plot' });
  const choose = (mode: CompareMode): void => {
    stack.setMode(mode);
    for (const made of group.children) made.setAttribute('aria-pressed', String((made as HTMLElement).dataset.mode === mode));
  };
  for (const [mode, label, title] of MODES) {
    const made = element('button', { type: 'button', title, 'data-mode': mode, 'aria-pressed': String(mode === stack.mode) }, label);
    made.addEventListener('click', () => choose(mode));
    group.append(made);
  }
  return group;
}
