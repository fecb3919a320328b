import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InstancedMesh, MeshStandardMaterial } from 'three';
import { quaternionsOf } from '../../src/data/orientations';
import { Cursor } from '../../src/data/sampling';
import type { SceneInfo, Vec3 } from '../../src/data/types';
import { Cloud } from '../../src/scene/cloud';
import { enclosingObjects } from '../../src/scene/enclosing';
import { Frames } from '../../src/scene/frames';
import { IDENTITY, rotationOf } from '../../src/scene/matrices';
import { SceneModel } from '../../src/scene/model';
import { Pool } from '../../src/scene/pool';
import { openRun } from './support';

// By rows.
function matrixOf(values: number[], as: Parameters<typeof quaternionsOf>[1]): number[] {
  const out = new Float64Array(9);
  rotationOf(Float64Array.from(quaternionsOf(Float32Array.from(values), as)), 0, out, 0);
  return [...out];
}

const near = (actual: number[], expected: number[]): void =>
  expected.forEach((number, k) => assert.ok(Math.abs(actual[k]! - number) < 1e-6, `${actual} is not ${expected}`));

test('orientations become quaternions, however a file tells them', () => {
  const aboutX = [1, 0, 0, 0, 0, -1, 0, 1, 0];
  const aboutZ = [0, -1, 0, 1, 0, 0, 0, 0, 1];
  near(matrixOf([90, 0, 0], 'euler123'), aboutX);
  near(matrixOf([0, 90, 0], 'euler313'), aboutX);
  near(matrixOf([90, 0, 0], 'euler313'), aboutZ);
  near(matrixOf([0, 0, 90], 'euler321'), aboutX);
  near(matrixOf([0, 0, Math.PI / 2], 'orientation_vector'), aboutZ);
  near(matrixOf([0, 0, 0], 'orientation_vector'), [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  // Rx(90) Rz(90), and the same from the other side: Rz(a) Ry(b) Rx(c).
  near(matrixOf([90, 0, 90], 'euler123'), [0, -1, 0, 0, 0, -1, 1, 0, 0]);
  near(matrixOf([90, 0, 90], 'euler321'), [0, 0, 1, 1, 0, 0, 0, 1, 0]);
  near(matrixOf([0, 90, 90], 'euler123'), [0, 0, 1, 1, 0, 0, 0, 1, 0]);
});

test('a matrix gives its quaternion back, also half a turn about any axis', () => {
  for (const q of [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0.5, -0.5, 0.5, 0.5], [0.1, 0.7, -0.1, 0.7]]) {
    const rows = new Float64Array(9);
    rotationOf(Float64Array.from(q), 0, rows, 0);
    near(matrixOf([...rows], 'orientation_matrix'), [...rows]);
  }
});

test('a frame turns with angles, and between records by the shorter way', async () => {
  const run = await openRun([0, 1], [
    { name: 'x', size: 3, values: [0, 0, 0, 0, 0, 0] }, { name: 'e', size: 3, values: [0, 0, 179, 0, 0, -179] },
  ]);
  const frames = new Frames(run, [{ name: 'ground' }, { name: 'body', position: 'x', orientation: { channel: 'e', as: 'euler123' } }]);
  frames.update(new Cursor().seek(run.time, 0.5));
  const out = new Float64Array(3);
  frames.pointInto({ frame: 1, at: [1, 0, 0] }, out, 0);
  near([...out], [-1, 0, 0]);
});

test('a body is glass where a smaller one is inside', async () => {
  const run = await openRun([0], [{ name: 'p', size: 3, values: [0.4, 0, 0] }]);
  const box = (name: string, frame: number, edge: number) => ({
    kind: 'body', type: '', name, shapes: [{ shape: 'box' as const, role: 'body', pose: { frame, at: [0, 0, 0] as Vec3 }, size: [edge, edge, edge] as Vec3 }],
  });
  const scene = (objects: SceneInfo['objects']): SceneInfo => ({
    size: 1, up: [0, 0, 1], gravity: null, planes: [], frames: [{ name: 'ground' }, { name: 'inner', position: 'p' }], objects,
  });
  const frames = new Frames(run, scene([]).frames);
  frames.update(new Cursor());
  assert.deepEqual([...enclosingObjects(scene([box('small', 1, 0.1), box('large', 0, 1)]), frames)], [1]);
  assert.deepEqual([...enclosingObjects(scene([box('small', 1, 0.1), box('short', 0, 0.7)]), frames)], []);
});

test('of very many points every corner is met', () => {
  const cloud = new Cloud();
  for (let i = 0; i < 8000; ++i) cloud.add(i % 8, 0, 0);
  const seen = new Set(cloud.points(2000).filter((_, k) => k % 3 === 0));
  assert.equal(seen.size, 8);
});

test('the picture waits for what moves, not for arrows', () => {
  const point = { frame: 1, at: [0, 0, 0] as Vec3 };
  assert.deepEqual(SceneModel.channels({
    size: 1, up: [0, 0, 1], gravity: null, planes: [], frames: [{ name: 'ground' }, { name: 'body', position: 'x' }],
    objects: [{
      kind: 'joint', type: '', name: 'pin',
      shapes: [{ shape: 'arrow', point, channel: 'force' }, { shape: 'curve', channel: 'rope' }, { shape: 'line', points: [point, point], values: ['v', 'w:1'] }],
    }],
  }), ['x', 'rope', 'v', 'v', 'w:1', 'w']);
});

test('what is a few pixels large has fewer corners, and all of them again from near', () => {
  const pool = new Pool('knob', new MeshStandardMaterial());
  const slot = pool.add(0);
  pool.finish(false);
  pool.place(slot, IDENTITY, 0, new Float64Array(3), 0, 0.1, 0.1, 0.1);
  pool.commit();
  const corners = (pixel: number): number => {
    pool.refine(pixel);
    return pool.mesh.geometry.getAttribute('position').count;
  };
  assert.ok(corners(0.1) < corners(0.01) / 3);
  assert.equal(corners(0.02), corners(0.001));
});

test('seen from afar, rods are still some pixels wide', async () => {
  const run = await openRun([0], [{ name: 'p', size: 3, values: [0, 0, 0] }], {
    frames: [{ name: 'ground' }, { name: 'link', position: 'p' }],
    objects: [{
      kind: 'body', type: '', name: 'link',
      shapes: [{ shape: 'line', role: 'body', points: [{ frame: 1, at: [0, 0, 0] }, { frame: 1, at: [0, 0, 1] }] }],
    }],
  });
  const model = new SceneModel(run);
  const [rods] = model.group.children as [InstancedMesh];
  const radius = (pixel: number): number => {
    model.setPixel(pixel);
    model.update(0);
    return Math.hypot(...rods.instanceMatrix.array.slice(0, 3));
  };
  assert.equal(radius(0.001), radius(0));
  assert.ok(radius(1) >= 1 && radius(1) < 2);
  assert.equal(model.setPixel(1), false);
  assert.equal(model.setPixel(2), true);
});
