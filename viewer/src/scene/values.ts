// Colours by value: lines and surfaces that show the same quantity share one range.
import type { Run } from '../data/run';
import { parseCurve, readable } from '../data/channels';
import { lerpAt, type Cursor } from '../data/sampling';
import { valueColor } from './palette';

export interface ValueRange {
  label: string;
  unit: string;
  min: number;
  max: number;
}

interface ValueSource {
  name: string;
  component: number;
}

// One value per corner of a line or surface.
export class CornerValues {
  private readonly sources: ValueSource[];

  constructor(private readonly run: Run, values: string[], private readonly range: ValueRange) {
    this.sources = values.map((text) => sourceOf(run, text));
  }

  get channels(): string[] { return this.sources.map((source) => source.name); }

  widen(): void {
    for (const { name, component } of this.sources) {
      const values = this.run.values(name);
      const size = this.run.channel(name)?.size ?? 1;
      if (!values) continue;
      for (let k = component; k < values.length; k += size) {
        const value = values[k]!;
        if (value < this.range.min) this.range.min = value;
        if (value > this.range.max) this.range.max = value;
      }
    }
  }

  colorInto(corner: number, cursor: Cursor, out: Float32Array, at: number): void {
    const { name, component } = this.sources[corner]!;
    const values = this.run.values(name);
    const value = values ? lerpAt(values, this.run.channel(name)!.size, component, cursor) : 0;
    const { min, max } = this.range;
    valueColor(max > min ? (value - min) / (max - min) : 0.5, out, at);
  }
}

function sourceOf(run: Run, text: string): ValueSource {
  // A name may itself end in ":2".
  if (run.channel(text)) return { name: text, component: 0 };
  const { channel, component } = parseCurve(text);
  return { name: channel, component: component === 'magnitude' ? 0 : component };
}

export class ValueRanges {
  readonly ranges: ValueRange[] = [];
  private readonly corners: CornerValues[] = [];

  constructor(private readonly run: Run) {}

  add(values: string[]): CornerValues {
    const { name } = sourceOf(this.run, values[0]!);
    const label = readable(name.slice(name.lastIndexOf('.') + 1));
    const unit = this.run.channel(name)?.unit ?? '';
    let range = this.ranges.find((known) => known.label === label && known.unit === unit);
    if (!range) {
      range = { label, unit, min: Infinity, max: -Infinity };
      this.ranges.push(range);
    }
    const corners = new CornerValues(this.run, values, range);
    this.corners.push(corners);
    return corners;
  }

  // Over the whole run.
  measure(): void {
    for (const range of this.ranges) [range.min, range.max] = [Infinity, -Infinity];
    for (const corners of this.corners) corners.widen();
  }
}
