// Opens a page with the viewer in an iframe, as a notebook has it, and plays it: node play_cell.mjs PAGE.html PICTURE.png
import { pathToFileURL } from 'node:url';
import { launch } from '../../viewer/tests/browser/browser.mjs';

const [file, picture] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1100, height: 820 } });
const errors = [];
page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
page.on('pageerror', (error) => errors.push(String(error)));
await page.goto(pathToFileURL(file).href);
const frame = await (await page.waitForSelector('iframe')).contentFrame();
await frame.waitForFunction(() => window.pintle);
await frame.evaluate(() => window.pintle.ready);
const time = () => frame.evaluate(() => window.pintle.time());
const start = await time();
await frame.locator('canvas').first().click();
await page.keyboard.press('Space');
await frame.waitForFunction((t) => window.pintle.time() > t, start);
const later = await time();
await page.screenshot({ path: picture });
await browser.close();
console.log(JSON.stringify({ start, later, errors }));
