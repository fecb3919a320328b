import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteField, tableToCsv } from '../../src/plots/csv';
import { buildTable, curveValueAt, mergeTimes } from '../../src/plots/table';
import { openRun } from './support';

const id = { channel: 'x', component: 0 };

test('times of several runs are merged without repetition', () => {
  assert.deepEqual([...mergeTimes([[0, 1, 2], [0.5, 1, 3]])], [0, 0.5, 1, 2, 3]);
});

test('runs with other records are compared at the times of both', async () => {
  const a = await openRun([0, 1, 2], [{ name: 'x', size: 1, values: [0, 10, 20] }]);
  const b = await openRun([0, 0.5, 1], [{ name: 'x', size: 1, values: [0, 4, 8] }]);
  const both = buildTable(a, b, [id], 'both');
  assert.deepEqual([...both.times], [0, 0.5, 1, 2]);
  assert.deepEqual(both.columns.map((column) => column.values), [[0, 5, 10, 20], [0, 4, 8, null]]);
  const difference = buildTable(a, b, [id], 'difference');
  assert.deepEqual(difference.columns.map((column) => column.values), [[0, 1, 2, null]]);
});

test('the magnitude of a vector is plotted and read', async () => {
  const run = await openRun([0, 1], [{ name: 'v', size: 3, values: [3, 4, 0, 0, 0, 2] }]);
  const curve = { channel: 'v', component: 'magnitude' as const };
  assert.deepEqual(buildTable(run, null, [curve], 'a').columns[0]!.values, [5, 2]);
  assert.equal(curveValueAt(run, curve, 0), 5);
});

test('between its bounds lie all records of a decimated curve', async () => {
  // Shown records 0 and 2 of 0, 1, 2, 3: the bounds of a record reach up to the next one.
  const run = await openRun([0, 2, 3], [{ name: 'x', size: 1, values: [0, 0, 1], envelope: [0, 9, -4, 0, 1, 1] }]);
  const columns = buildTable(run, null, [id], 'a').columns;
  assert.deepEqual(columns.find((column) => column.what === 'low')!.values, [0, -4, -4]);
  assert.deepEqual(columns.find((column) => column.what === 'high')!.values, [9, 9, 1]);
});

test('finer records of the server take the place of shown ones', async () => {
  const run = await openRun([0, 1, 2, 3], [{ name: 'x', size: 1, values: [0, 10, 20, 30] }]);
  const detail = { times: Float64Array.of(1, 1.5, 2), values: Float64Array.of(10, 99, 20) };
  const table = buildTable(run, null, [id], 'a', [detail]);
  assert.deepEqual([...table.times], [0, 1, 1.5, 2, 3]);
  assert.deepEqual(table.columns[0]!.values, [0, 10, 99, 20, 30]);
});

test('a table is written with quoted names and empty fields for what is missing', () => {
  const table = { times: Float64Array.of(0, 1, 2), columns: [{ curve: 0, what: 'a' as const, values: [1, null, 3] }] };
  assert.equal(quoteField('a "b", c'), '"a ""b"", c"');
  assert.equal(tableToCsv(table, ['x, "y" [m]'], 0.5, 2), 'time [s],"x, ""y"" [m]"\r\n1,\r\n2,3\r\n');
});
