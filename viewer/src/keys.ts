// Keys of the whole page.
import type { App } from './app';
import { nextSpeed } from './ui/transport';

export function listenForKeys(app: App): void {
  const actions: Record<string, (event: KeyboardEvent) => void> = {
    ' ': () => app.togglePlay(),
    ArrowLeft: (event) => app.step(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => app.step(event.shiftKey ? 10 : 1),
    Home: () => app.setTime(app.clock.start),
    End: () => app.setTime(app.clock.end),
    '[': () => app.setSpeed(nextSpeed(app.clock.speed, -1)),
    ']': () => app.setSpeed(nextSpeed(app.clock.speed, 1)),
    r: () => app.toggleLoop(),
    f: () => app.view.fit(),
    x: () => app.view.look('x'), X: () => app.view.look('-x'),
    y: () => app.view.look('y'), Y: () => app.view.look('-y'),
    z: () => app.view.look('z'), Z: () => app.view.look('-z'),
    i: () => app.view.look('iso'),
    p: () => app.display.toggleParallel(),
    t: () => app.follow(app.selected),
    l: () => app.display.toggleLabels(),
    g: () => app.display.toggleGround(),
    b: () => app.display.toggleTransparency(),
    h: () => app.display.setHidden([app.selected], true),
    a: () => app.display.showAll(),
    d: () => app.theme.toggle(),
    '/': () => app.focusSearch(),
    '?': () => app.help.toggle(),
    Escape: () => app.select(-1),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (document.querySelector('dialog[open]') && event.key !== '?') return;
    if (target.matches('input:not([type=checkbox]):not(.scrub), select, textarea')) return;
    // A focused button keeps its own space bar.
    if (event.key === ' ' && target.matches('button, input[type=checkbox]')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
