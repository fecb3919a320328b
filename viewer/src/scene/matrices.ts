// 3 x 3 matrices by rows inside larger arrays, without allocation.

export type Numbers = Float64Array;

export const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

export function rotationOf(q: Numbers, at: number, out: Numbers, to: number): void {
  const w = q[at]!, x = q[at + 1]!, y = q[at + 2]!, z = q[at + 3]!;
  out[to] = 1 - 2 * (y * y + z * z);
  out[to + 1] = 2 * (x * y - w * z);
  out[to + 2] = 2 * (x * z + w * y);
  out[to + 3] = 2 * (x * y + w * z);
  out[to + 4] = 1 - 2 * (x * x + z * z);
  out[to + 5] = 2 * (y * z - w * x);
  out[to + 6] = 2 * (x * z - w * y);
  out[to + 7] = 2 * (y * z + w * x);
  out[to + 8] = 1 - 2 * (x * x + y * y);
}

// out = A B
export function multiply(a: Numbers, aAt: number, b: Numbers, bAt: number, out: Numbers, to: number): void {
  for (let i = 0; i < 3; ++i)
    for (let j = 0; j < 3; ++j)
      out[to + 3 * i + j] =
        a[aAt + 3 * i]! * b[bAt + j]! + a[aAt + 3 * i + 1]! * b[bAt + 3 + j]! + a[aAt + 3 * i + 2]! * b[bAt + 6 + j]!;
}

// out = A v + p
export function transform(
  a: Numbers, aAt: number, v: ArrayLike<number>, vAt: number, p: Numbers, pAt: number, out: Numbers, to: number,
): void {
  const x = v[vAt]!, y = v[vAt + 1]!, z = v[vAt + 2]!;
  for (let i = 0; i < 3; ++i)
    out[to + i] = a[aAt + 3 * i]! * x + a[aAt + 3 * i + 1]! * y + a[aAt + 3 * i + 2]! * z + p[pAt + i]!;
}

// Writes the column-major 4 x 4 matrix [R diag(sx, sy, sz), p] of an instance.
export function writeInstance(
  out: Float32Array, slot: number, r: Numbers, rAt: number, p: Numbers, pAt: number, sx: number, sy: number, sz: number,
): void {
  const k = 16 * slot;
  for (let i = 0; i < 3; ++i) {
    out[k + i] = r[rAt + 3 * i]! * sx;
    out[k + 4 + i] = r[rAt + 3 * i + 1]! * sy;
    out[k + 8 + i] = r[rAt + 3 * i + 2]! * sz;
    out[k + 12 + i] = p[pAt + i]!;
  }
  out[k + 3] = out[k + 7] = out[k + 11] = 0;
  out[k + 15] = 1;
}

// Axes whose third one points along (x, y, z), which has length 1.
export function axesAlong(x: number, y: number, z: number, out: Numbers, to = 0): void {
  // The axis of the ground that is least parallel gives the first direction.
  const ax = Math.abs(x), ay = Math.abs(y), az = Math.abs(z);
  let ux = 0, uy = 0, uz = 0;
  if (ax <= ay && ax <= az) ux = 1;
  else if (ay <= az) uy = 1;
  else uz = 1;
  let px = uy * z - uz * y, py = uz * x - ux * z, pz = ux * y - uy * x;
  const norm = Math.hypot(px, py, pz);
  px /= norm; py /= norm; pz /= norm;
  const qx = y * pz - z * py, qy = z * px - x * pz, qz = x * py - y * px;
  out[to] = px; out[to + 1] = qx; out[to + 2] = x;
  out[to + 3] = py; out[to + 4] = qy; out[to + 5] = y;
  out[to + 6] = pz; out[to + 7] = qz; out[to + 8] = z;
}
