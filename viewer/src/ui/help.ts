// Keys and mouse, in an overlay.
import { button, element } from './dom';

const SECTIONS: [string, [string, string][]][] = [
  ['Time', [
    ['Space', 'play, pause'], ['← →', 'one record back, on (with Shift: ten)'], ['Home End', 'to the start, to the end'],
    ['[ ]', 'slower, faster'], ['r', 'loop'],
  ]],
  ['Picture', [
    ['drag', 'orbit'], ['right drag, Shift drag', 'pan'], ['wheel, pinch', 'zoom'], ['click, double click', 'select an object, fit to it'],
    ['f', 'fit all'], ['x y z', 'look along an axis (with Shift: from behind)'], ['i', 'isometric view'], ['p', 'perspective or parallel'],
    ['t', 'follow the selected object'], ['l', 'labels'], ['g', 'ground'], ['b', 'see through bodies'], ['h', 'hide the selected object'],
    ['a', 'show all objects'], ['Esc', 'select nothing'],
  ]],
  ['Plots', [
    ['click', 'go to that time'], ['drag', 'zoom in'], ['double click', 'whole run'], ['Ctrl wheel, Shift wheel', 'zoom, move'],
    ['drag a channel', 'from the tree or the inspector into a plot'],
  ]],
  ['Page', [['/', 'search'], ['d', 'light or dark'], ['?', 'this help']]],
];

export function createHelp(): { toggle(): void } {
  const dialog = element('dialog', { class: 'help', 'aria-label': 'Keys and mouse' });
  const columns = SECTIONS.map(([title, rows]) => element('section', {}, element('h3', {}, title),
    element('dl', {}, ...rows.flatMap(([keys, text]) => [element('dt', {}, ...keysOf(keys)), element('dd', {}, text)]))));
  dialog.append(element('header', {}, element('h2', {}, 'Keys and mouse'), button('close', 'Close', () => dialog.close())),
    element('div', { class: 'help-columns' }, ...columns));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return { toggle: () => (dialog.open ? dialog.close() : dialog.showModal()) };
}

function keysOf(text: string): (Node | string)[] {
  const isKey = /^(Space|Home End|Esc|\S|\S \S|\S \S \S)$/.test(text);
  return isKey ? text.split(' ').flatMap((key) => [element('kbd', {}, key), ' ']) : [text];
}
