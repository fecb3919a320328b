// Reports from a server, also of runs under way.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pageFile } from '../make_fixture.mjs';
import { longRun } from '../fixtures/others.mjs';
import { sliderCrank } from '../fixtures/slider_crank.mjs';
import { launch, openReport, shot } from './browser.mjs';
import { serve } from './server.mjs';

let browser;
const html = readFileSync(pageFile, 'utf8');
before(async () => { browser = await launch(); });
after(() => browser.close());

test('a run under way grows on the page until it has ended', async () => {
  const make = (step) => {
    const report = sliderCrank({ duration: 1 + step, count: 201 + 200 * step });
    report.facts = { ...report.facts, run: { ...report.facts.run, status: step < 2 ? 'running' : 'finished' } };
    return report;
  };
  const server = await serve(html, make);
  const page = await openReport(browser, server.address);
  assert.equal(await page.locator('.status').textContent(), 'running');
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => window.pintle.time()), 1);
  server.grow(1);
  await page.waitForFunction(() => window.pintle.runs[0].header.records === 401);
  // Who looks at the end goes on doing so.
  await page.waitForFunction(() => window.pintle.time() === 2);
  await shot(page, 'live');
  await page.keyboard.press('Home');
  server.grow(2);
  await page.waitForFunction(() => window.pintle.runs[0].header.run.status === 'finished');
  assert.equal(await page.evaluate(() => window.pintle.time()), 0);
  assert.equal(await page.locator('.status').textContent(), 'finished');
  const asked = server.requests.length;
  await page.waitForTimeout(1500);
  assert.equal(server.requests.length, asked);
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await server.close();
});

test('zooming into a decimated run fetches its records', async () => {
  const server = await serve(html, () => longRun({ bodies: 2, steps: 20_000, most: 400 }));
  const page = await openReport(browser, server.address);
  const over = await page.locator('.u-over').boundingBox();
  await page.mouse.move(over.x + over.width * 0.5, over.y + 40);
  await page.mouse.down();
  await page.mouse.move(over.x + over.width * 0.55, over.y + 40, { steps: 4 });
  await page.mouse.up();
  // A thousand records lie in these ten seconds; of all the run 400 are shown without asking.
  await page.waitForFunction(() => window.pintle.csv().split('\r\n').length > 900);
  assert.ok(server.requests.some((request) => request.startsWith('/series?channel=system.kinetic_energy&from=')));
  await shot(page, 'detail');
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await server.close();
});
