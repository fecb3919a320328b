// A browser for tests: Debian's chromium without a screen, with WebGL in software.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const screenshots = join(here, '../../screenshots');
mkdirSync(screenshots, { recursive: true });

// Longer than anything takes on a machine that is busy with other work.
const patience = 120_000;

export function launch() {
  return chromium.launch({
    timeout: patience,
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}

// A page with its report ready; `page.faults` gathers everything a user would see in the console.
export async function openReport(browser, address, { scheme = 'light', width = 1440, height = 900 } = {}) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height }, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.faults = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !isNoise(message.text())) page.faults.push(message.text()); });
  page.on('pageerror', (error) => page.faults.push(String(error)));
  await page.goto(address);
  await page.evaluate(() => window.pintle.ready);
  return page;
}

// The software renderer remarks on its own slowness when a picture is read back.
const isNoise = (text) => /GPU stall due to ReadPixels|swiftshader/i.test(text);

// Goes to a time and waits until it is shown.
export const goTo = (page, t) => page.evaluate((time) => { window.pintle.setTime(time); window.pintle.position('ground'); }, t);

export const shot = (page, name) => page.screenshot({ path: join(screenshots, `${name}.png`) });
