// Draws the picture of docs/viewer.md.
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { goTo, launch, openReport } from './browser/browser.mjs';
import { writeFixture } from './make_fixture.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '../../docs/pictures/viewer.png');
const browser = await launch();
const page = await openReport(browser, pathToFileURL(writeFixture('slider_crank', tmpdir())).href, { width: 1280, height: 860 });
await page.getByRole('button', { name: 'What is shown' }).click();
await page.getByLabel('Shadows').check();
await page.keyboard.press('Escape');
await page.evaluate(() => window.pintle.select('crank pin'));
await page.evaluate(() => window.pintle.plot('joint.crank pin.reaction_force:0', 'joint.crank pin.reaction_force:2'));
await page.keyboard.press('f');
await goTo(page, 0.3);
await page.mouse.move(640, 5);
await page.screenshot({ path: target });
await browser.close();
