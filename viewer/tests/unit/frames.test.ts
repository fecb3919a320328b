import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cursor } from '../../src/data/sampling';
import { Frames, orderOf } from '../../src/scene/frames';
import { axesAlong } from '../../src/scene/matrices';
import { openRun } from './support';

test('frames come after those they sit on, and circles are refused', () => {
  assert.deepEqual(orderOf([{ name: 'ground' }, { name: 'c', on: 2 }, { name: 'b', on: 3 }, { name: 'a' }]), [0, 3, 2, 1]);
  assert.throws(() => orderOf([{ name: 'a', on: 1 }, { name: 'b', on: 0 }]), /sits on itself/);
});

test('a point on a frame on a turned frame is where it should be', async () => {
  const half = Math.SQRT1_2;
  const run = await openRun([0], [
    { name: 'p', size: 3, values: [1, 2, 3] }, { name: 'q', size: 4, values: [half, 0, 0, half] },
  ]);
  const frames = new Frames(run, [
    { name: 'ground' }, { name: 'tip', on: 2, offset: [1, 0, 0], axes: [0, -1, 0, 1, 0, 0, 0, 0, 1] }, { name: 'body', position: 'p', quaternion: 'q' },
  ]);
  frames.update(new Cursor());
  const out = new Float64Array(3);
  // Two quarter turns about z: x becomes -x.
  frames.pointInto({ frame: 1, at: [0.5, 0, 0] }, out, 0);
  [0.5, 3, 3].forEach((expected, k) => assert.ok(Math.abs(out[k]! - expected) < 1e-6));
});

test('axes along a direction are orthonormal and right-handed', () => {
  const a = new Float64Array(9);
  for (const [x, y, z] of [[1, 0, 0], [0, 1, 0], [0, 0, -1], [0.6, 0, 0.8], [-0.48, 0.6, 0.64]] as const) {
    axesAlong(x, y, z, a);
    const column = (j: number): number[] => [a[j]!, a[3 + j]!, a[6 + j]!];
    const dot = (u: number[], v: number[]): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!;
    const [p, q, r] = [column(0), column(1), column(2)];
    assert.deepEqual(r, [x, y, z]);
    for (const [u, v, expected] of [[p, p, 1], [q, q, 1], [p, q, 0], [q, r, 0], [p, r, 0]] as const) assert.ok(Math.abs(dot(u, v) - expected) < 1e-12);
    const cross = [p![1]! * q![2]! - p![2]! * q![1]!, p![2]! * q![0]! - p![0]! * q![2]!, p![0]! * q![1]! - p![1]! * q![0]!];
    assert.ok(Math.abs(dot(cross, r) - 1) < 1e-12);
  }
});
