// Orientations as files tell them, turned into quaternions (w, x, y, z).
import type { OrientationInfo } from './types';

type Reader = (values: Float32Array, from: number, out: Float32Array, to: number) => void;

// Components of a channel, and how one record of it is read.
const READERS: Record<OrientationInfo['as'], { size: number; read: Reader }> = {
  euler123: { size: 3, read: angles(0, 1, 2) },
  euler313: { size: 3, read: angles(2, 0, 2) },
  euler321: { size: 3, read: angles(2, 1, 0) },
  orientation_vector: { size: 3, read: vector },
  orientation_matrix: { size: 9, read: matrix },
};

// A run that has grown has other arrays.
const known = new WeakMap<Float32Array, Float32Array>();

export function quaternionsOf(values: Float32Array, as: OrientationInfo['as']): Float32Array {
  let quaternions = known.get(values);
  if (!quaternions) {
    const { size, read } = READERS[as];
    const count = values.length / size;
    quaternions = new Float32Array(4 * count);
    for (let i = 0; i < count; ++i) read(values, size * i, quaternions, 4 * i);
    known.set(values, quaternions);
  }
  return quaternions;
}

const turn = new Float64Array(4);

// Degrees about these axes, each one turned by those before it.
function angles(...axes: number[]): Reader {
  return (values, from, out, to) => {
    turn.set([1, 0, 0, 0]);
    axes.forEach((axis, k) => {
      const half = values[from + k]! * (Math.PI / 360);
      const c = Math.cos(half), s = Math.sin(half);
      const [w, x, y, z] = turn as unknown as [number, number, number, number];
      if (axis === 0) turn.set([c * w - s * x, c * x + s * w, c * y + s * z, c * z - s * y]);
      else if (axis === 1) turn.set([c * w - s * y, c * x - s * z, c * y + s * w, c * z + s * x]);
      else turn.set([c * w - s * z, c * x + s * y, c * y - s * x, c * z + s * w]);
    });
    out.set(turn, to);
  };
}

function vector(values: Float32Array, from: number, out: Float32Array, to: number): void {
  const x = values[from]!, y = values[from + 1]!, z = values[from + 2]!;
  const angle = Math.hypot(x, y, z);
  const s = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  out.set([Math.cos(angle / 2), s * x, s * y, s * z], to);
}

// By rows. The largest component is found first: the others are divided by it.
function matrix(r: Float32Array, at: number, out: Float32Array, to: number): void {
  const m = (i: number, k: number): number => r[at + 3 * i + k]!;
  const trace = m(0, 0) + m(1, 1) + m(2, 2);
  const squares = [1 + trace, 1 + 2 * m(0, 0) - trace, 1 + 2 * m(1, 1) - trace, 1 + 2 * m(2, 2) - trace];
  const largest = squares.indexOf(Math.max(...squares));
  const d = 2 * Math.sqrt(squares[largest]!);
  const [a, b, c] = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)];
  const [xy, xz, yz] = [m(0, 1) + m(1, 0), m(0, 2) + m(2, 0), m(1, 2) + m(2, 1)];
  const own = squares[largest]!;
  const rows = [[own, a, b, c], [a, own, xy, xz], [b, xy, own, yz], [c, xz, yz, own]];
  out.set(rows[largest]!.map((number) => number / d), to);
}
