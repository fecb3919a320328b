import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Run } from '../../src/data/run';
import { FakeSource, header, openRun } from './support';

test('chunks are decoded when first asked for, and once', async () => {
  const source = new FakeSource(header([0, 1], [{ name: 'a', size: 1, values: [1, 2] }, { name: 'b', size: 1, values: [3, 4] }]));
  const run = await Run.open('a', source);
  assert.deepEqual(source.asked, [0]);
  assert.equal(run.values('b'), undefined);
  await Promise.all([run.load(['b']), run.load(['b'])]);
  assert.deepEqual(source.asked, [0, 2]);
  assert.deepEqual([...run.values('b')!], [3, 4]);
});

test('a run that has grown is taken over with what was decoded', async () => {
  const source = new FakeSource(header([0, 1], [{ name: 'a', size: 1, values: [1, 2] }, { name: 'b', size: 1, values: [3, 4] }]));
  const run = await Run.open('a', source);
  await run.load(['a']);
  source.data = header([0, 1, 2], [{ name: 'a', size: 1, values: [1, 2, 5] }, { name: 'b', size: 1, values: [3, 4, 6] }]);
  source.asked = [];
  await run.refresh(source.data.header);
  assert.deepEqual(source.asked.sort(), [0, 1]);
  assert.equal(run.end, 2);
  assert.deepEqual([...run.values('a')!], [1, 2, 5]);
});

test('a chunk that arrives after the run has grown is asked for again', async () => {
  const first = header([0], [{ name: 'a', size: 1, values: [1] }]);
  const source = new FakeSource(first);
  const run = await Run.open('a', source);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => { release = resolve; });
  const direct = source.chunk.bind(source);
  source.chunk = async (index) => { const bytes = await direct(index); await held; return bytes; };
  const loading = run.load(['a']);
  source.chunk = direct;
  source.data = header([0, 1], [{ name: 'a', size: 1, values: [1, 7] }]);
  await run.refresh(source.data.header);
  release();
  await loading;
  assert.deepEqual([...run.values('a')!], [1, 7]);
});

test('the total energy is the sum of its parts, and lies between the sums of their bounds', async () => {
  const run = await openRun([0, 1], [
    { name: 'system.kinetic_energy', unit: 'J', size: 1, values: [1, 2], envelope: [0, 2, 2, 2] },
    { name: 'system.potential_energy', unit: 'J', size: 1, values: [5, 4], envelope: [4, 6, 4, 5] },
  ]);
  assert.deepEqual([...run.values('system.total_energy')!], [6, 6]);
  assert.deepEqual([...run.envelope('system.total_energy')!], [4, 8, 6, 7]);
});
