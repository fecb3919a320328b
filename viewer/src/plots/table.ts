// The numbers behind a plot: one column of times and the columns of its curves.
import type { CurveId } from '../data/channels';
import type { Run } from '../data/run';
import type { Detail } from '../data/source';
import { locate } from '../data/sampling';

export type CompareMode = 'a' | 'both' | 'difference';
export type Column = (number | null)[];

export interface TableColumn {
  curve: number;
  what: 'a' | 'b' | 'difference' | 'low' | 'high';
  values: Column;
}

export interface Table {
  times: Float64Array;
  columns: TableColumn[];
}

// Values of one curve of one run, at times of its own.
interface Samples {
  times: ArrayLike<number>;
  values: (record: number) => number;
}

export function mergeTimes(parts: ArrayLike<number>[]): Float64Array {
  const all: number[] = [];
  for (const part of parts) for (let i = 0; i < part.length; ++i) all.push(part[i]!);
  return Float64Array.from(new Set(Float64Array.from(all).sort()));
}

function read(array: ArrayLike<number>, size: number, component: CurveId['component']): (record: number) => number {
  if (component !== 'magnitude') return (record) => array[record * size + component]!;
  return (record) => {
    let sum = 0;
    for (let k = 0; k < size; ++k) sum += array[record * size + k]! ** 2;
    return Math.sqrt(sum);
  };
}

// The records that are there, with finer ones where the server gave some.
function samplesOf(run: Run, id: CurveId, detail?: Detail): Samples | null {
  const channel = run.channel(id.channel);
  const values = channel && run.values(id.channel);
  if (!values || (id.component !== 'magnitude' && id.component >= channel.size)) return null;
  const coarse = read(values, channel.size, id.component);
  if (!detail || detail.times.length < 2) return { times: run.time, values: coarse };
  const fine = read(detail.values, channel.size, id.component);
  const first = locate(run.time, detail.times[0]!);
  const before = run.time[first]! < detail.times[0]! ? first + 1 : first;
  const after = locate(run.time, detail.times[detail.times.length - 1]!) + 1;
  const count = detail.times.length;
  const times = new Float64Array(before + count + run.time.length - after);
  times.set(run.time.subarray(0, before));
  times.set(detail.times, before);
  times.set(run.time.subarray(after), before + count);
  return {
    times,
    values: (i) => (i < before ? coarse(i) : i < before + count ? fine(i - before) : coarse(after + i - before - count)),
  };
}

// Between samples values are interpolated; before the first and after the last there are none.
function columnAt({ times, values }: Samples, grid: ArrayLike<number>): Column {
  const column: Column = new Array(grid.length);
  const last = times.length - 1;
  let i = 0;
  for (let k = 0; k < grid.length; ++k) {
    const t = grid[k]!;
    while (i < last && times[i + 1]! <= t) ++i;
    if (last < 0 || t < times[0]! || t > times[last]!) column[k] = null;
    else {
      const from = values(i);
      const value = t === times[i] || i === last ? from : from + ((t - times[i]!) / (times[i + 1]! - times[i]!)) * (values(i + 1) - from);
      column[k] = Number.isFinite(value) ? value : null;
    }
  }
  return column;
}

// Bounds at a record hold for the stretch before it and after it: what is between the lines holds all records.
function boundsOf(run: Run, id: CurveId, what: 'low' | 'high'): Samples | null {
  const envelope = run.envelope(id.channel);
  const size = run.channel(id.channel)?.size ?? 1;
  const component = id.component;
  if (!envelope || component === 'magnitude') return null;
  const side = what === 'low' ? 0 : 1;
  const best = what === 'low' ? Math.min : Math.max;
  const at = (i: number): number => envelope[2 * (i * size + component) + side]!;
  return { times: run.time, values: (i) => (i === 0 ? at(0) : best(at(i - 1), at(i))) };
}

export function buildTable(a: Run, b: Run | null, curves: CurveId[], mode: CompareMode, details: (Detail | undefined)[] = []): Table {
  const other = mode === 'a' ? null : b;
  const samples = curves.map((id, i) => ({
    a: samplesOf(a, id, details[i]), b: other && samplesOf(other, id),
    low: mode === 'difference' ? null : boundsOf(a, id, 'low'), high: mode === 'difference' ? null : boundsOf(a, id, 'high'),
  }));
  const parts = new Set<ArrayLike<number>>();
  for (const part of samples) for (const run of [part.a, part.b]) if (run) parts.add(run.times);
  const times = parts.size === 1 ? Float64Array.from([...parts][0]!) : mergeTimes([...parts]);
  const columns: TableColumn[] = [];
  samples.forEach((part, curve) => {
    const first = part.a && columnAt(part.a, times);
    const second = part.b && columnAt(part.b, times);
    if (mode === 'difference' && b) {
      if (first && second)
        columns.push({ curve, what: 'difference', values: first.map((x, i) => (x === null || second[i] === null ? null : x - second[i]!)) });
      return;
    }
    if (part.low && part.high) {
      columns.push({ curve, what: 'low', values: columnAt(part.low, times) });
      columns.push({ curve, what: 'high', values: columnAt(part.high, times) });
    }
    if (first) columns.push({ curve, what: 'a', values: first });
    if (second) columns.push({ curve, what: 'b', values: second });
  });
  return { times, columns };
}

// The value of a curve at any time of a run.
export function curveValueAt(run: Run, id: CurveId, t: number): number | null {
  if (id.component !== 'magnitude') return run.valueAt(id.channel, id.component, t) ?? null;
  const size = run.channel(id.channel)?.size ?? 0;
  let sum = 0;
  for (let k = 0; k < size; ++k) {
    const value = run.valueAt(id.channel, k, t);
    if (value === undefined) return null;
    sum += value * value;
  }
  return Math.sqrt(sum);
}
