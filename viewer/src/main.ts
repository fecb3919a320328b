// The page starts here.
import { App } from './app';
import { Run } from './data/run';
import { findSource } from './data/source';
import { SceneModel } from './scene/model';
import { pageOf } from './testing';
import { element } from './ui/dom';
import { Theme } from './ui/theme';
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/panes.css';
import './styles/plots.css';

function showMessage(title: string, ...lines: (string | Node)[]): void {
  document.getElementById('app')!.replaceChildren(element('div', { class: 'welcome' },
    element('h1', {}, title), ...lines.map((line) => element('p', {}, line))));
}

async function open(theme: Theme): Promise<App | null> {
  const source = findSource('a');
  if (!source) {
    showMessage('Pintle', 'This is Pintle’s viewer. It shows reports, and this page holds none.',
      element('span', {}, 'Make one with ', element('code', {}, 'pintle view RESULT.nc'), ' and open that.'));
    return null;
  }
  const a = await Run.open('a', source);
  const second = source.isServed && !a.header.compared ? null : findSource('b');
  const b = second ? await Run.open('b', second) : null;
  await Promise.all([a, b].map((run) => run?.load(SceneModel.channels(run.header.scene))));
  return new App(document.getElementById('app')!, a, b, theme);
}

const theme = new Theme();
const opening = open(theme);
const ready = opening.then(async (app) => {
  if (!app) return;
  window.pintle = pageOf(app, ready);
  await app.restore();
}).catch((error: unknown) => {
  showMessage('This report cannot be shown', error instanceof Error ? error.message : String(error));
  throw error;
});
// Until the data are there, only this can be asked for.
window.pintle = { ready } as Window['pintle'];
