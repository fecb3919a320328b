// Reports of long runs in a browser: sizes, the time to the first picture, frames per second, memory.
//
//   node bench/viewer_bench.mjs [FOLDER]        # about 6 GB of results in FOLDER (build/viewer_bench); they are kept for the next time
//
// PINTLE names another program than the one in build/release. Prints a table; times are the least of three, for others may use the machine.
// Chromium draws in software here, so that a machine with graphics is faster; what that costs is told as time of processors per frame.
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

const processes = async (browser) => (await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo')).processInfo;

// Milliseconds that all processes of the browser have worked.
const worked = async (browser) => (await processes(browser)).reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);

// Megabytes of the process that draws the page.
async function memory(browser) {
  const sizes = (await processes(browser)).filter(({ type }) => type === 'renderer').map(({ id }) => {
    const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  });
  return Math.max(...sizes);
}

// A browser with the page, and when its first picture was there: a pixel of it can only be read when all is drawn.
async function open(address) {
  const browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (!(window.pintle?.frames?.() > 0)) return requestAnimationFrame(look);
      const gl = document.querySelector('.stage canvas').getContext('webgl2');
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      window.firstPicture = performance.now();
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { timeout: 600_000 });
  await page.waitForFunction(() => window.firstPicture, undefined, { timeout: 600_000 });
  return { browser, page, first: await page.evaluate(() => window.firstPicture) };
}

// `give` names the address, each time of a new server where it is served: no one has asked it before.
async function measure(give) {
  let least = Infinity;
  for (let i = 0; i < 2; ++i) {
    const { address, stop } = await give();
    const { browser, first } = await open(address);
    least = Math.min(least, first);
    await browser.close();
    stop();
  }
  const { address, stop } = await give();
  const { browser, page, first } = await open(address);
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
  const before = await worked(browser);
  const { frames, time } = await page.evaluate(async () => {
    const from = window.pintle.frames(), start = performance.now();
    await new Promise((done) => setTimeout(done, 5000));
    return { frames: window.pintle.frames() - from, time: performance.now() - start };
  });
  const cost = ((await worked(browser)) - before) / frames;
  const used = await memory(browser);
  await browser.close();
  stop();
  return { first: Math.min(least, first), scrub, play: (1000 * frames) / time, cost, used };
}

function tell(name, size, made, { first, scrub, play, cost, used }) {
  console.log(`| ${name} | ${size} | ${made.toFixed(1)} | ${(first / 1000).toFixed(2)} | ${scrub.toFixed(0)} | ${play.toFixed(0)} | ${cost.toFixed(0)} | ${used.toFixed(0)} |`);
}

mkdirSync(folder, { recursive: true });
console.log('| report | size, MB | made or server ready, s | first picture, s | scrubbed, frames/s | played, frames/s | processors, ms/frame | memory, MB |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
pintle('run', join(root, 'examples/slider_crank.json'), '-o', 'slider_crank', '-q');
makeChain('chain_10s', 10);
makeChain('chain_100s', 100);
for (const [name, title] of [['slider_crank', 'slider-crank'], ['chain_10s', '100 bodies, 10 s at 1 kHz'], ['chain_100s', '100 bodies, 100 000 steps']]) {
  const made = seconds(() => pintle('view', `${name}.nc`));
  const page = join(folder, `${name}.html`);
  const size = (statSync(page).size / 1e6).toFixed(1);
  tell(`${title}, page`, size, made, await measure(async () => ({ address: pathToFileURL(page).href, stop: () => {} })));
  const start = performance.now();
  (await serve(name)).stop();
  tell(`${title}, served`, '', (performance.now() - start) / 1000, await measure(() => serve(name)));
}
