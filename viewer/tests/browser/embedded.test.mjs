// Reports as files: what a user does with them.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pageFile, writeFixture } from '../make_fixture.mjs';
import { embed } from '../fixtures/report.mjs';
import { closedForm, sliderCrank } from '../fixtures/slider_crank.mjs';
import { goTo, launch, openReport, shot } from './browser.mjs';

const folder = join(tmpdir(), `pintle-viewer-${process.pid}`);
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

async function open(name, options) {
  const file = join(folder, `${name}.html`);
  return openReport(browser, pathToFileURL(existsSync(file) ? file : writeFixture(name, folder)).href, options);
}

// The page is closed and was silent.
async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const near = (actual, expected, tolerance = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

async function saved(page, action) {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const isPicture = (bytes) => bytes.subarray(1, 4).toString() === 'PNG' && bytes.length > 5000;

test('scrubbing shows the positions of the records', async () => {
  const page = await open('slider_crank');
  for (const record of [0, 1, 137, 400, 800]) {
    const t = record * 0.005;
    await goTo(page, t);
    const [x, y, z] = await page.evaluate(() => window.pintle.position('slider'));
    near(x, Math.fround(closedForm(t).x), 0);
    assert.deepEqual([y, z], [0, 0]);
    // A joint sits at the end of its rod.
    const pin = await page.evaluate(() => window.pintle.position('crank pin'));
    near(pin[0], closedForm(t).pin[0], 1e-6);
    near(pin[2], closedForm(t).pin[2], 1e-6);
  }
  // Between records positions go straight on.
  await goTo(page, 1.0025);
  const [x] = await page.evaluate(() => window.pintle.position('slider'));
  near(x, (closedForm(1).x + closedForm(1.005).x) / 2, 1e-7);
  await close(page);
});

test('play, pause, step, loop and keys move the time', async () => {
  const page = await open('slider_crank');
  const time = () => page.evaluate(() => window.pintle.time());
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.pintle.time() > 0.2);
  await page.keyboard.press('Space');
  const paused = await time();
  await page.waitForTimeout(200);
  assert.equal(await time(), paused);
  await page.keyboard.press('End');
  near(await time(), 4, 0);
  await page.keyboard.press('ArrowLeft');
  near(await time(), 3.995, 1e-12);
  await page.keyboard.press('Shift+ArrowLeft');
  near(await time(), 3.945, 1e-12);
  await page.keyboard.press('Home');
  near(await time(), 0, 0);
  await page.locator('.scrub').evaluate((slider) => { slider.value = '0.5'; slider.dispatchEvent(new Event('input')); });
  near(await time(), 2, 1e-12);
  await page.locator('input.time').fill('1.5');
  await page.keyboard.press('Enter');
  near(await time(), 1.5, 1e-12);
  assert.match(await page.evaluate(() => location.hash), /t=/);
  await close(page);
});

test('nothing is drawn while nothing changes', async () => {
  const page = await open('slider_crank');
  await page.mouse.move(5, 5);
  // What the start and the pointer ask for comes when the machine has time for it; then nothing follows.
  const frames = () => page.evaluate(() => window.pintle.frames());
  let quiet = false;
  for (let wait = 0; wait < 50 && !quiet; ++wait) {
    const before = await frames();
    await page.waitForTimeout(600);
    quiet = (await frames()) === before;
  }
  assert.ok(quiet);
  await close(page);
});

test('a pane that is resized shows a picture at once', async () => {
  const page = await open('slider_crank');
  // After the page's own observer, before anything is shown.
  const { size, painted } = await page.evaluate(() => new Promise((done) => {
    const canvas = document.querySelector('.stage canvas');
    let calls = 0;
    new ResizeObserver(() => {
      if (++calls === 1) return document.querySelector('.app').style.setProperty('--tree-size', '400px');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      done({ size: canvas.width - canvas.clientWidth, painted: data.filter((alpha, i) => i % 4 === 3 && alpha > 0).length });
    }).observe(document.querySelector('.stage'));
  }));
  assert.equal(size, 0);
  assert.ok(painted > 1000, `${painted} pixels`);
  await close(page);
});

test('an object is picked in the picture and inspected', async () => {
  const page = await open('slider_crank');
  await page.keyboard.press('y');
  await page.evaluate(() => window.pintle.select('piston'));
  const label = await page.locator('.object-head h2').textContent();
  assert.equal(label, 'piston');
  await page.evaluate(() => window.pintle.select('nothing of that name'));
  // The piston seen along y: project its place by looking for it around the middle of the picture.
  const box = await page.locator('canvas.scene').boundingBox();
  const found = await page.evaluate(({ x, y, width, height }) => {
    const names = {};
    for (let i = 1; i < 40; ++i)
      for (let j = 1; j < 24; ++j) {
        const at = [x + (width * i) / 40, y + (height * j) / 24];
        const name = window.pintle.pick(...at);
        if (name) names[name] ??= at;
      }
    return names;
  }, box);
  for (const name of ['piston', 'connecting rod', 'crank web', 'buffer']) assert.ok(found[name], `${name} is not to be picked`);
  await page.mouse.click(...found.piston);
  assert.equal(await page.locator('.object-head h2').textContent(), 'piston');
  assert.equal(await page.locator('.object-head .kind').textContent(), 'body · rigid body');
  assert.equal(await page.locator('.object-head code').textContent(), 'slider_crank.json:19:5');
  const shown = await page.locator('.value-cell output').first().textContent();
  near(Number(shown), closedForm(0).x, 1e-5);
  await close(page);
});

test('the tree finds, selects, hides and plots', async () => {
  const page = await open('slider_crank');
  await page.keyboard.press('/');
  await page.keyboard.type('wrist reaction');
  await page.locator('.row', { hasText: 'reaction force' }).click();
  await page.locator('.plot').nth(1).waitFor();
  assert.match(await page.locator('.plot').nth(1).textContent(), /wrist pin: reaction force x/);
  await goTo(page, 0.5);
  const legend = await page.locator('.plot').nth(1).locator('.value').first().textContent();
  const value = await page.evaluate(() => window.pintle.value('joint.wrist pin.reaction_force', 0));
  near(Number(legend.replaceAll('−', '-')) / value, 1, 1e-5);
  await page.locator('.search input').fill('piston');
  const row = page.locator('.row', { hasText: 'piston' });
  await row.click();
  assert.equal(await page.locator('.object-head h2').textContent(), 'piston');
  await row.hover();
  await row.getByRole('button', { name: 'Hide' }).click();
  assert.equal(await row.getByRole('button', { name: 'Show' }).count(), 1);
  await page.locator('.search input').fill('');
  await shot(page, 'tree');
  await close(page);
});

test('channels are dragged into a plot, and a second unit gets an axis of its own', async () => {
  const page = await open('slider_crank');
  await page.locator('.search input').fill('motor moment');
  await page.locator('.row.channel', { hasText: 'moment' }).dragTo(page.locator('.plot').first());
  await page.waitForFunction(() => document.querySelector('.legend-list').children.length === 6);
  assert.equal(await page.locator('.plot').count(), 1);
  assert.equal(await page.locator('.legend-unit').textContent(), 'J, N m');
  await shot(page, 'two_units');
  await close(page);
});

test('a click in a plot sets the time, a drag zooms, a double click shows all', async () => {
  const page = await open('slider_crank');
  const over = await page.locator('.u-over').boundingBox();
  const at = (share) => [over.x + over.width * share, over.y + over.height / 2];
  await page.mouse.click(...at(0.25));
  near(await page.evaluate(() => window.pintle.time()), 1, 0.01);
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.75), { steps: 4 });
  await page.mouse.up();
  near(await page.evaluate(() => window.pintle.time()), 1, 0.01);
  await page.mouse.click(...at(0.5));
  near(await page.evaluate(() => window.pintle.time()), 2.5, 0.01);
  await page.mouse.dblclick(...at(0.5));
  await page.mouse.click(...at(0.5));
  near(await page.evaluate(() => window.pintle.time()), 2, 0.01);
  await close(page);
});

test('pictures and tables are saved', async () => {
  const page = await open('slider_crank');
  const scene = await saved(page, () => page.getByRole('button', { name: 'Save the picture (PNG)' }).click());
  assert.ok(isPicture(scene.bytes) && scene.name.startsWith('Slider-crank'));
  const plot = await saved(page, () => page.getByRole('button', { name: 'Save this plot as a picture (PNG)' }).click());
  assert.ok(isPicture(plot.bytes));
  const table = await saved(page, () => page.getByRole('button', { name: 'Save its numbers (CSV)' }).click());
  const rows = table.bytes.toString().trim().split('\r\n');
  assert.equal(rows[0], 'time [s],system.kinetic_energy [J],system.potential_energy [J],system.total_energy [J]');
  assert.equal(rows.length, 802);
  const [t, kinetic, potential, total] = rows[201].split(',').map(Number);
  assert.equal(t, 1);
  near(kinetic + potential, total, 1e-5);
  await close(page);
});

test('the theme follows the system until it is switched', async () => {
  const page = await open('slider_crank', { scheme: 'dark' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.keyboard.press('d');
  assert.equal(await theme(), 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.keyboard.press('d');
  assert.equal(await theme(), 'dark');
  await shot(page, 'slider_crank-dark');
  await close(page);
});

test('two runs are compared: both, and their difference', async () => {
  const page = await open('compared');
  await goTo(page, 1.25);
  const values = async () => (await page.locator('.legend-list li').first().locator('output').allTextContents()).map((text) => Number(text.replaceAll('−', '-')));
  const [a, b] = await values();
  assert.notEqual(a, b);
  await shot(page, 'compared-light');
  await page.getByRole('button', { name: 'a − b' }).click();
  const [difference] = await values();
  near(difference, a - b, 2e-3);
  assert.match(await page.evaluate(() => window.pintle.csv()), /\(a - b\)/);
  await shot(page, 'difference');
  await close(page);
});

test('colours by value have a scale, and can be turned off', async () => {
  const page = await open('flexible');
  assert.match(await page.locator('.color-bars').innerText(), /stress \[MPa\][\s\S]*moments \[N m\]/);
  const tip = await page.evaluate(() => { window.pintle.setTime(0); return window.pintle.position('beam tip axes'); });
  [1.5, -1.5, 1.35].forEach((expected, k) => near(tip[k], expected, 1e-6));
  await page.getByRole('button', { name: 'What is shown' }).click();
  await shot(page, 'flexible-menu');
  await page.getByLabel('Colours by value').uncheck();
  assert.equal(await page.locator('.color-bars').isVisible(), false);
  await page.getByLabel('Lines', { exact: true }).uncheck();
  await shot(page, 'flexible-plain');
  await close(page);
});

test('a failed run says so at once', async () => {
  const page = await open('failed');
  assert.match(await page.getByRole('alert').innerText(), /The run failed[\s\S]*no convergence/);
  assert.match(await page.locator('#panel-run').innerText(), /178 degrees apart[\s\S]*wing\.mbd:84:17/);
  await shot(page, 'failed-light');
  await close(page);
});

test('the address brings back time, selection and plots', async () => {
  const page = await open('slider_crank');
  const address = page.url().replace(/#.*/, '');
  await page.goto('about:blank');
  await page.goto(`${address}#t=0.75&sel=joint.buffer&plots=joint.buffer.force%3A0;node.slider.position%3Amagnitude`);
  await page.evaluate(() => window.pintle.ready);
  assert.equal(await page.evaluate(() => window.pintle.time()), 0.75);
  assert.equal(await page.locator('.object-head h2').textContent(), 'buffer');
  assert.deepEqual(await page.locator('.legend-label').allTextContents(), ['buffer: force', 'slider: position magnitude']);
  await close(page);
});

test('help opens and closes with a key', async () => {
  const page = await open('slider_crank');
  await page.keyboard.press('?');
  assert.ok(await page.locator('dialog.help').isVisible());
  await shot(page, 'help');
  await page.keyboard.press('?');
  assert.equal(await page.locator('dialog.help').isVisible(), false);
  await close(page);
});

test('views, labels, following and see-through bodies', async () => {
  const page = await open('chain');
  await page.evaluate(() => window.pintle.select('link 50'));
  for (const key of ['x', 'z', 'p', 'i', 'l', 't', 'b', 'g', 'g', 'f']) await page.keyboard.press(key);
  await goTo(page, 4);
  await shot(page, 'chain-labels');
  await close(page);
});

test('long runs arrive decimated and stay fluid', async () => {
  const page = await open('long');
  assert.equal(await page.evaluate(() => window.pintle.runs[0].header.records), 100_000);
  const cost = await page.evaluate(() => {
    const start = performance.now();
    for (let i = 0; i < 10; ++i) { window.pintle.setTime(i * 3.7); window.pintle.position('body 1'); }
    return (performance.now() - start) / 10;
  });
  console.log(`# long run: ${cost.toFixed(1)} ms per time step, without drawing`);
  await goTo(page, 50);
  await shot(page, 'long-light');
  // Also where that record is not among those that are shown.
  assert.equal(await page.locator('.record').textContent(), '25000 / 100000');
  assert.match(await page.evaluate(() => window.pintle.csv().split('\r\n')[0]), /kinetic_energy minimum \[J\]/);
  await close(page);
});

test('a narrow page keeps picture, time and plots', async () => {
  const page = await open('slider_crank', { width: 420, height: 800 });
  assert.ok(await page.locator('canvas.scene').isVisible());
  await shot(page, 'narrow');
  await page.getByRole('button', { name: 'Model tree' }).click();
  await page.locator('.row', { hasText: 'buffer' }).click();
  await shot(page, 'narrow-tree');
  await close(page);
});

// As in a notebook's cell.
test('at 700 pixels the plot stays wide, and one pane is open at a time', async () => {
  const page = await open('slider_crank', { width: 700, height: 640 });
  const size = (selector) => page.locator(selector).first().evaluate((found) => [found.clientWidth, found.clientHeight]);
  const tree = page.getByRole('button', { name: 'Model tree' });
  const side = page.getByRole('button', { name: 'Inspector and run' });
  const check = async () => {
    const [width, height] = await size('.u-over');
    assert.ok(width >= 250 && height >= 60, `the plot has ${width} by ${height} pixels`);
    assert.ok((await size('.stage'))[0] >= 380);
    const [bar, speed] = await Promise.all([page.locator('.transport').boundingBox(), page.locator('.transport select').boundingBox()]);
    assert.ok(speed.x + speed.width <= bar.x + bar.width, 'the choice of speed is cut off');
    assert.ok(await page.locator('.legend-label').first().isVisible());
  };
  assert.ok(!await page.locator('.tree-pane').isVisible() && !await page.locator('.side-pane').isVisible());
  await page.evaluate(() => window.pintle.plot('joint.bearing.reaction_force'));
  await check();
  await tree.click();
  await check();
  await side.click();
  assert.ok(!await page.locator('.tree-pane').isVisible());
  assert.equal(await tree.getAttribute('aria-pressed'), 'false');
  await check();
  await shot(page, 'cell');
  await page.setViewportSize({ width: 1400, height: 900 });
  // The page hears of its new width with the next frame.
  for (const pane of ['.tree-pane', '.side-pane']) await page.locator(pane).waitFor();
  await close(page);
});

test('in a narrow page the details of a failure open the inspector', async () => {
  const page = await open('failed', { width: 700, height: 640 });
  await page.getByRole('button', { name: 'Details' }).click();
  assert.ok(await page.locator('#panel-run .failure').isVisible());
  await close(page);
});

for (const name of ['one_record', 'no_records'])
  test(`a report with ${name.replace('_', ' ')} opens`, async () => {
    const page = await open(name);
    await page.keyboard.press('Space');
    await page.waitForTimeout(200);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => window.pintle.select('piston'));
    await shot(page, name);
    await close(page);
  });

test('without data the page says what it is', async () => {
  const page = await openReport(browser, pathToFileURL(pageFile).href);
  assert.match(await page.locator('body').innerText(), /pintle view RESULT\.nc/);
  await shot(page, 'welcome');
  await close(page);
});

test('titles are texts, and no script runs but that of the page', async () => {
  const title = '<!--<script></script><img src=x onerror="window.smuggled = 1">\' "&amp;\u202e\n';
  const whole = embed(readFileSync(pageFile, 'utf8'), sliderCrank({ title }).build());
  const smuggled = whole.replace('<div id="app">', '<script>window.smuggled = 1</script><img src="data:," onerror="window.smuggled = 1"><div id="app">');
  mkdirSync(folder, { recursive: true });
  for (const [name, html] of Object.entries({ whole, smuggled })) {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    const page = await openReport(browser, pathToFileURL(file).href);
    assert.equal(await page.evaluate(() => window.pintle.runs[0].header.title), title);
    assert.equal(await page.evaluate(() => window.smuggled), undefined);
    assert.equal(await page.evaluate(() => fetch('https://example.org/').then(() => 'reached', () => 'refused')), 'refused');
    assert.ok(page.faults.every((fault) => /Content Security Policy/i.test(fault)), page.faults.join('\n'));
    assert.equal(page.faults.some((fault) => fault.includes('script-src')), name === 'smuggled', page.faults.join('\n'));
    await page.context().close();
  }
});
