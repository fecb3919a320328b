// What a report shows at times: node read_report.mjs REPORT.html FRAME CHANNEL TIME...
// Prints a JSON list of {time, position, value}, and the faults that the browser's console has told of.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goTo, launch, openReport } from './browser/browser.mjs';

const [report, frame, channel, ...times] = process.argv.slice(2);
const browser = await launch();
const page = await openReport(browser, pathToFileURL(resolve(report)).href);
const shown = [];
for (const time of times) {
  await goTo(page, Number(time));
  shown.push(await page.evaluate(([f, c]) => ({
    time: window.pintle.time(), position: window.pintle.position(f), value: window.pintle.value(c),
  }), [frame, channel]));
}
console.log(JSON.stringify({ shown, faults: page.faults }));
await browser.close();
