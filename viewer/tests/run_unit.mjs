// Bundles tests/unit/*.test.ts and runs them with node's own test runner.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '.build/unit');
rmSync(target, { recursive: true, force: true });
const files = readdirSync(join(here, 'unit')).filter((name) => name.endsWith('.test.ts'));
await build({
  entryPoints: files.map((name) => join(here, 'unit', name)), outdir: target, bundle: true, platform: 'node', format: 'esm',
  outExtension: { '.js': '.mjs' }, logLevel: 'warning',
});
const made = files.map((name) => join(target, name.replace('.ts', '.mjs')));
process.exit(spawnSync(process.execPath, ['--test', ...made], { stdio: 'inherit' }).status ?? 1);
