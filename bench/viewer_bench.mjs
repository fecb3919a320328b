// Reports of long runs in a browser: sizes, the time to the first picture, frames per second, memory.
//
//   node bench/viewer_bench.mjs [FOLDER]        # about 6 GB of results in FOLDER (build/viewer_bench); they are kept for the next time
//
// Prints a table. Chromium draws in software here, so that a machine with graphics is faster.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from '../viewer/tests/browser/browser.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const program = process.env.PINTLE ?? join(root, 'build/release/pintle');
const folder = resolve(process.argv[2] ?? join(root, 'build/viewer_bench'));
const pintle = (...words) => execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
const seconds = (action) => { const start = performance.now(); action(); return (performance.now() - start) / 1000; };

// Links of 1 m on hinges about y, 1 kHz.
function chain(links, end) {
  const axes = { euler123: ['90 deg', 0, 0] };
  const side = (i) => (i < 0 ? { node: 'ground', orientation: axes } : { node: `link ${i}`, offset: [0.5, 0, 0], orientation: axes });
  const each = Array.from({ length: links }, (_, i) => i);
  return {
    pintle: 1, title: `Chain of ${links}`, gravity: { acceleration: [0, 0, -9.81] }, analysis: { type: 'dynamic', end_time: end, step: 0.001 },
    output: { checkpoint_every: 0 },
    nodes: each.map((i) => ({ name: `link ${i}`, position: [i + 0.5, 0, 0] })),
    bodies: each.map((i) => ({ name: `link ${i}`, node: `link ${i}`, mass: 1, inertia: [0.01, 0.1, 0.1] })),
    joints: each.map((i) => ({
      type: 'revolute_hinge', name: `hinge ${i}`, a: side(i - 1), b: { node: `link ${i}`, offset: [-0.5, 0, 0], orientation: axes },
    })),
  };
}

function makeChain(name, end) {
  if (existsSync(join(folder, `${name}.nc`))) return;
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(chain(100, end)));
  pintle('run', `${name}.json`, '-o', name, '-q', '--formulation', 'joint');
}

async function serve(name) {
  const server = spawn(program, ['view', `${name}.nc`, '--serve'], { cwd: folder });
  let said = '';
  for await (const text of server.stdout) {
    said += text;
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
    if (address) return { address: address[0], stop: () => server.kill('SIGINT') };
  }
  throw new Error(`no address in '${said}'`);
}

// The process that draws the page.
async function memory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => {
    const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  });
  return Math.max(...sizes);
}

async function measure(address) {
  const browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (window.pintle?.frames?.() > 0) window.firstFrame = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { timeout: 600_000 });
  await page.waitForFunction(() => window.firstFrame, undefined, { timeout: 600_000 });
  const first = await page.evaluate(() => window.firstFrame);
  await page.evaluate(() => window.pintle.ready);
  await page.waitForTimeout(1000);
  const scrub = await page.evaluate(async () => {
    const [run] = window.pintle.runs;
    const count = 60, start = performance.now();
    for (let i = 0; i < count; ++i) {
      window.pintle.setTime(run.start + (run.end - run.start) * ((i * 0.618034) % 1));
      await new Promise(requestAnimationFrame);
    }
    return (1000 * count) / (performance.now() - start);
  });
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  const play = await page.evaluate(async () => {
    const before = window.pintle.frames(), start = performance.now();
    await new Promise((done) => setTimeout(done, 5000));
    return (1000 * (window.pintle.frames() - before)) / (performance.now() - start);
  });
  const used = await memory(browser);
  await browser.close();
  return { first, scrub, play, used };
}

function tell(name, size, made, { first, scrub, play, used }) {
  console.log(`| ${name} | ${size} | ${made} | ${(first / 1000).toFixed(2)} | ${scrub.toFixed(0)} | ${play.toFixed(0)} | ${used.toFixed(0)} |`);
}

mkdirSync(folder, { recursive: true });
console.log('| report | size, MB | made in, s | first picture, s | scrubbed, frames/s | played, frames/s | memory, MB |\n| --- | --- | --- | --- | --- | --- | --- |');
pintle('run', join(root, 'examples/slider_crank.json'), '-o', 'slider_crank', '-q');
makeChain('chain_10s', 10);
makeChain('chain_100s', 100);
for (const [name, title] of [['slider_crank', 'slider-crank'], ['chain_10s', '100 bodies, 10 s at 1 kHz'], ['chain_100s', '100 bodies, 100 000 steps']]) {
  const made = seconds(() => pintle('view', `${name}.nc`));
  const page = join(folder, `${name}.html`);
  tell(`${title}, page`, (statSync(page).size / 1e6).toFixed(1), made.toFixed(1), await measure(pathToFileURL(page).href));
  const server = await serve(name);
  tell(`${title}, served`, '', '', await measure(server.address));
  server.stop();
}
