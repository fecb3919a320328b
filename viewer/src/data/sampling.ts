// Values between records. At the time of a record its value is met exactly.

// Index of the last time that is not after t (0 before the first one).
export function locate(times: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

// A place between two records: (1 - fraction) record index + fraction record index + 1.
export class Cursor {
  index = 0;
  fraction = 0;

  seek(times: ArrayLike<number>, t: number): this {
    const i = locate(times, t);
    const from = times[i]!;
    const to = times[i + 1];
    this.index = i;
    this.fraction = to === undefined || t <= from ? 0 : (t - from) / (to - from);
    return this;
  }
}

export function lerpAt(values: Float32Array, size: number, component: number, cursor: Cursor): number {
  const k = cursor.index * size + component;
  const from = values[k]!;
  return cursor.fraction === 0 ? from : from + cursor.fraction * (values[k + size]! - from);
}

export function lerpInto(values: Float32Array, size: number, cursor: Cursor, out: Float64Array, at = 0): void {
  for (let i = 0; i < size; ++i) out[at + i] = lerpAt(values, size, i, cursor);
}

// Quaternions (w, x, y, z) along the shorter arc; out is normalised.
export function slerpInto(values: Float32Array, cursor: Cursor, out: Float64Array, at = 0): void {
  const k = cursor.index * 4;
  let w0 = values[k]!, x0 = values[k + 1]!, y0 = values[k + 2]!, z0 = values[k + 3]!;
  if (cursor.fraction > 0) {
    let w1 = values[k + 4]!, x1 = values[k + 5]!, y1 = values[k + 6]!, z1 = values[k + 7]!;
    let cosine = w0 * w1 + x0 * x1 + y0 * y1 + z0 * z1;
    if (cosine < 0) {
      cosine = -cosine;
      w1 = -w1; x1 = -x1; y1 = -y1; z1 = -z1;
    }
    let a = 1 - cursor.fraction;
    let b = cursor.fraction;
    // Nearly equal quaternions: the chord is as good as the arc.
    if (cosine < 0.9999) {
      const angle = Math.acos(cosine);
      const sine = Math.sin(angle);
      a = Math.sin(a * angle) / sine;
      b = Math.sin(b * angle) / sine;
    }
    w0 = a * w0 + b * w1;
    x0 = a * x0 + b * x1;
    y0 = a * y0 + b * y1;
    z0 = a * z0 + b * z1;
  }
  const norm = Math.hypot(w0, x0, y0, z0) || 1;
  out[at] = w0 / norm;
  out[at + 1] = x0 / norm;
  out[at + 2] = y0 / norm;
  out[at + 3] = z0 / norm;
}
