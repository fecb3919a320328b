import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cursor, lerpAt, locate, slerpInto } from '../../src/data/sampling';

test('the last time that is not later is found', () => {
  const times = [0, 0.1, 0.1, 0.4];
  assert.equal(locate(times, -1), 0);
  assert.equal(locate(times, 0.05), 0);
  assert.equal(locate(times, 0.1), 2);
  assert.equal(locate(times, 9), 3);
});

test('at the time of a record its value is met exactly', () => {
  const times = Float64Array.from({ length: 50 }, (_, i) => i * 0.1);
  const values = Float32Array.from(times, (t) => Math.sin(7 * t));
  const cursor = new Cursor();
  times.forEach((t, i) => assert.equal(lerpAt(values, 1, 0, cursor.seek(times, t)), values[i]));
});

test('between records values are linear, and constant outside', () => {
  const cursor = new Cursor();
  const values = Float32Array.of(1, 10, 3, 30);
  assert.equal(lerpAt(values, 2, 1, cursor.seek([0, 2], 0.5)), 15);
  assert.equal(lerpAt(values, 2, 0, cursor.seek([0, 2], 7)), 3);
  assert.equal(lerpAt(values, 2, 0, cursor.seek([0, 2], -7)), 1);
});

test('quaternions turn at constant speed along the shorter arc, whatever their sign', () => {
  const about = (angle: number, sign: number): number[] => [sign * Math.cos(angle / 2), 0, 0, sign * Math.sin(angle / 2)];
  const out = new Float64Array(4);
  for (const sign of [1, -1]) {
    const values = Float32Array.from([...about(0.2, 1), ...about(1.8, sign)]);
    for (const fraction of [0, 0.25, 0.5, 0.9]) {
      slerpInto(values, new Cursor().seek([0, 1], fraction), out);
      assert.ok(Math.abs(2 * Math.atan2(out[3]!, out[0]!) - (0.2 + 1.6 * fraction)) < 1e-6);
      assert.ok(Math.abs(Math.hypot(...out) - 1) < 1e-12);
    }
  }
});
