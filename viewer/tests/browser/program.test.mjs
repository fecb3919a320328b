// Reports that the program itself serves: PINTLE names it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { goTo, launch, openReport, shot } from './browser.mjs';

const program = process.env.PINTLE && resolve(process.env.PINTLE);
let browser, folder;
if (program) {
  before(async () => { browser = await launch(); folder = mkdtempSync(join(tmpdir(), 'pintle-program-')); });
  after(async () => { await browser.close(); rmSync(folder, { recursive: true }); });
}

const pintle = (...words) => execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();

// A pendulum of this length, run to FOLDER/NAME.nc.
function run(name, length, step) {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({
    pintle: 1, title: `Pendulum ${name}`, gravity: { acceleration: [0, 0, -9.81] }, analysis: { type: 'dynamic', end_time: 2, step },
    nodes: [{ name: 'bob', position: [length, 0, 0] }],
    bodies: [{ name: 'bob', node: 'bob', mass: 2, inertia: [0.01, 0.01, 0.01] }],
    joints: [{ type: 'spherical_hinge', name: 'pivot', a: 'ground', b: { node: 'bob', offset: [-length, 0, 0] } }],
  }));
  pintle('run', `${name}.json`, '-q');
  pintle('export', `${name}.nc`, 'node.bob.position', '-o', `${name}.csv`);
}

// The position at the time of a record.
function table(name) {
  const [, ...rows] = readFileSync(join(folder, `${name}.csv`), 'utf8').trim().split('\n').map((line) => line.split(',').map(Number));
  return (time) => rows.find(([t]) => Math.abs(t - time) < 1e-9).slice(1);
}

// What the legend of the last plot tells.
const values = async (page) => (await page.locator('.legend-list').last().locator('output').allTextContents()).map((text) => Number(text.replaceAll('−', '-')));

// The server and its address; it ends with the test.
function serve(t, ...words) {
  const server = spawn(program, ['view', ...words, '--serve'], { cwd: folder });
  t.after(() => new Promise((ended) => { server.once('exit', ended); server.kill('SIGINT'); }));
  return new Promise((found, failed) => {
    let said = '';
    server.stdout.on('data', (text) => { said += text; const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said); if (address) found(address[0]); });
    server.on('exit', () => failed(new Error(`no address in '${said}'`)));
  });
}

test('two runs are served and compared', { skip: !program && 'PINTLE is not set' }, async (t) => {
  run('a', 1, 0.002);
  run('b', 1.5, 0.005);
  const page = await openReport(browser, await serve(t, 'a.nc', 'b.nc'));
  assert.deepEqual(await page.evaluate(() => window.pintle.runs.map((one) => [one.header.title, one.header.records])), [['Pendulum a', 1001], ['Pendulum b', 401]]);
  // The bob is where its file says, and the plot tells it of both.
  const position = { a: table('a'), b: table('b') };
  await page.evaluate(() => window.pintle.plot('node.bob.position:2'));
  for (const time of [0.5, 1.25, 2]) {
    await goTo(page, time);
    const shown = await page.evaluate(() => window.pintle.position('bob'));
    position.a(time).forEach((expected, k) => assert.ok(Math.abs(shown[k] - expected) < 1e-6, `${shown} at ${time} s`));
    const [a, b] = await values(page);
    assert.ok(Math.abs(a - position.a(time)[2]) < 1e-4 && Math.abs(b - position.b(time)[2]) < 1e-4, `${a}, ${b} at ${time} s`);
  }
  await shot(page, 'served-compared');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.pintle.time() > 0.1);
  await page.keyboard.press('Space');
  await goTo(page, 1);
  await page.getByRole('button', { name: 'a − b' }).click();
  const [difference] = await values(page);
  assert.ok(Math.abs(difference - (position.a(1)[2] - position.b(1)[2])) < 1e-4);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('names and titles are texts, whatever they hold', { skip: !program && 'PINTLE is not set' }, async () => {
  const names = ["'quoted", '"', '<!--<script>', '</script>', 'a\nb', '🦆', '\u202eback', '%s', '{}', '$(x)', '`x`', '../x', '\\', '&lt;', ' ', 'x'.repeat(100)];
  writeFileSync(join(folder, 'nasty.json'), JSON.stringify({
    pintle: 1, title: '<!--<script>', analysis: { type: 'dynamic', end_time: 0.01, step: 0.001 },
    nodes: names.map((name) => ({ name })),
    bodies: names.map((name) => ({ name, node: name, mass: 1, inertia: [1, 1, 1] })),
  }));
  pintle('run', 'nasty.json', '-q');
  pintle('info', 'nasty.nc');
  for (const file of ['nasty.csv', 'nasty.pvd', 'nasty.glb']) pintle('export', 'nasty.nc', '-o', file);
  const channels = ["node.'quoted.position", 'node.<!--<script>.position'];
  pintle('plot', 'nasty.nc', ...channels, '-o', 'nasty.svg');
  pintle('view', 'nasty.nc');
  const page = await openReport(browser, pathToFileURL(join(folder, 'nasty.html')).href);
  const shown = await page.evaluate(() => [window.pintle.runs[0].header.title, window.pintle.runs[0].header.scene.frames.map((frame) => frame.name)]);
  assert.deepEqual(shown, ['<!--<script>', ['ground', ...names]]);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
