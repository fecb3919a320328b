// Writes reports made of the fixtures into a folder: node tests/make_fixture.mjs [FOLDER]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chain, failed, flexible, longRun } from './fixtures/others.mjs';
import { embed } from './fixtures/report.mjs';
import { sliderCrank } from './fixtures/slider_crank.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const pageFile = join(here, '../dist/viewer.html');

export const FIXTURES = {
  slider_crank: () => [sliderCrank().build()],
  compared: () => [sliderCrank().build(), sliderCrank({ speed: 6.4, count: 641, title: 'Faster' }).build()],
  chain: () => [chain().build()],
  flexible: () => [flexible().build()],
  long: () => [longRun().build()],
  one_record: () => [sliderCrank({ duration: 0, count: 1, title: 'One record' }).build()],
  no_records: () => [sliderCrank({ count: 0, title: 'No records' }).build()],
  failed: () => [failed().build()],
};

export function writeFixture(name, folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.html`);
  writeFileSync(file, embed(readFileSync(pageFile, 'utf8'), ...FIXTURES[name]()));
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? join(here, '.build/fixtures');
  for (const name of Object.keys(FIXTURES)) console.log(writeFixture(name, folder));
}
