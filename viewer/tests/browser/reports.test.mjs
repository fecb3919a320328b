// Real reports: PINTLE_REPORTS names a folder of HTML files; each is opened, played and scrubbed.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, openReport, shot } from './browser.mjs';

const folder = process.env.PINTLE_REPORTS;
const files = folder ? readdirSync(folder).filter((name) => name.endsWith('.html')).sort() : [];
let browser;
if (files.length > 0) {
  before(async () => { browser = await launch(); });
  after(() => browser.close());
}
if (folder) test('there are reports', () => assert.ok(files.length > 0, `no HTML files in ${folder}`));

for (const name of files)
  test(`${name} opens, plays and scrubs`, async () => {
    const page = await openReport(browser, pathToFileURL(resolve(join(folder, name))).href);
    const [start, end] = await page.evaluate(() => { const [run] = window.pintle.runs; return [run.start, run.end]; });
    const moments = [0, 0.25, 0.5, 0.75, 1].map((share) => start + share * (end - start));
    for (const t of moments) {
      await page.evaluate((time) => window.pintle.setTime(time), t);
      assert.ok(Math.abs((await page.evaluate(() => window.pintle.time())) - t) <= 1e-12 * Math.max(1, Math.abs(t)));
      // Whatever is drawn is somewhere.
      const astray = await page.evaluate(() => window.pintle.runs[0].header.scene.frames.map((frame) => frame.name)
        .filter((frame) => !(window.pintle.position(frame) ?? []).every(Number.isFinite)));
      assert.deepEqual(astray, []);
    }
    if (end > start) {
      await page.keyboard.press('Home');
      await page.keyboard.press('Space');
      await page.waitForFunction((t) => window.pintle.time() > t, start);
      await page.keyboard.press('Space');
    }
    await page.evaluate((t) => window.pintle.setTime(t), moments[1]);
    await page.waitForTimeout(150);
    await shot(page, `report-${basename(name, '.html')}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
