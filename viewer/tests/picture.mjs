// A picture of a report at a time: node picture.mjs REPORT.html TIME PICTURE.png
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goTo, launch, openReport } from './browser/browser.mjs';

const [report, time, picture] = process.argv.slice(2);
const browser = await launch();
const page = await openReport(browser, pathToFileURL(resolve(report)).href, { width: 1280, height: 800 });
await goTo(page, Number(time));
await page.waitForTimeout(500);
await page.screenshot({ path: picture });
await browser.close();
