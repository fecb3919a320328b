// Small helpers to make elements.
import { icon, type IconName } from './icons';

type Child = Node | string | null | undefined;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, string>, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(name: IconName, label: string, onClick: () => void, className = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `icon-button ${className}`, title: label, 'aria-label': label });
  made.append(icon(name));
  made.addEventListener('click', (event) => {
    event.stopPropagation();
    // After the mouse, the space bar is the animation's again.
    if (event.detail > 0) made.blur();
    onClick();
  });
  return made;
}

export function toggleState(target: HTMLElement, isOn: boolean): void {
  target.setAttribute('aria-pressed', String(isOn));
}
