// One run: its header, and its channels as typed arrays that are decoded when first asked for.
import type { ChannelInfo, Header, Slice } from './types';
import type { Detail, RunId, Source } from './source';
import { Cursor, lerpAt } from './sampling';

export interface Channel {
  name: string;
  unit: string;
  doc: string;
  size: number;
  // A channel the viewer computes from others, record by record.
  sumOf?: string[];
}

export class Run {
  time = new Float64Array(0);
  private chunks = new Map<number, ArrayBuffer>();
  private readonly pending = new Map<number, Promise<void>>();
  private infos = new Map<string, ChannelInfo>();
  private derived = new Map<string, Channel>();
  private views = new Map<string, Float32Array>();

  private constructor(readonly id: RunId, readonly source: Source, public header: Header) {
    this.index(header);
  }

  static async open(id: RunId, source: Source): Promise<Run> {
    const run = new Run(id, source, await source.header());
    await run.loadChunks([run.header.time.chunk]);
    run.time = run.floats64(run.header.time, run.header.shown);
    return run;
  }

  get start(): number { return this.time[0] ?? 0; }
  get end(): number { return this.time[this.time.length - 1] ?? 0; }
  get isDecimated(): boolean { return this.header.stride > 1; }

  channels(): Channel[] { return [...this.infos.values(), ...this.derived.values()]; }
  channel(name: string): Channel | undefined { return this.infos.get(name) ?? this.derived.get(name); }

  // Decodes what these channels need, without their envelopes unless asked for.
  async load(names: Iterable<string>, withEnvelopes = false): Promise<void> {
    const wanted = new Set<number>();
    for (const name of names)
      for (const part of this.derived.get(name)?.sumOf ?? [name]) {
        const info = this.infos.get(part);
        if (!info) continue;
        wanted.add(info.chunk);
        if (withEnvelopes && info.envelope) wanted.add(info.envelope.chunk);
      }
    await this.loadChunks(wanted);
  }

  // Values record by record, or undefined where they are not decoded yet.
  values(name: string): Float32Array | undefined {
    const known = this.views.get(name);
    if (known) return known;
    const sum = this.derived.get(name)?.sumOf;
    const view = sum ? added(sum.map((part) => this.values(part))) : this.slice(this.infos.get(name), this.infos.get(name)?.size ?? 0);
    if (view) this.views.set(name, view);
    return view;
  }

  // Minimum and maximum per record and component, where records were left out.
  envelope(name: string): Float32Array | undefined {
    const info = this.infos.get(name);
    const parts = this.derived.get(name)?.sumOf;
    // A sum lies between the sums of the bounds.
    if (parts) return added(parts.map((part) => this.envelope(part)));
    return info?.envelope && this.slice(info.envelope, info.size * 2);
  }

  private readonly cursor = new Cursor();
  valueAt(name: string, component: number, t: number): number | undefined {
    const channel = this.channel(name);
    const values = channel && this.values(name);
    return values && lerpAt(values, channel.size, component, this.cursor.seek(this.time, t));
  }

  async detail(name: string, from: number, to: number, points: number): Promise<Detail | undefined> {
    if (!this.isDecimated || !this.source.detail) return undefined;
    const parts = await Promise.all((this.derived.get(name)?.sumOf ?? [name]).map((part) => this.source.detail!(part, from, to, points)));
    const [first, ...others] = parts;
    // Parts that were thinned out at different times cannot be added.
    if (others.some((part) => part.times.some((t, i) => t !== first!.times[i]))) return undefined;
    return { times: first!.times, values: first!.values.map((value, i) => others.reduce((sum, part) => sum + part.values[i]!, value)) };
  }

  // Takes over a run that has grown: everything decoded so far is fetched again, then all is exchanged at once.
  async refresh(header: Header): Promise<void> {
    const old = new Set(this.chunks.keys());
    const needed = new Set<number>([header.time.chunk]);
    for (const info of header.channels) {
      const before = this.infos.get(info.name);
      if (before && old.has(before.chunk)) needed.add(info.chunk);
      if (info.envelope && before?.envelope && old.has(before.envelope.chunk)) needed.add(info.envelope.chunk);
    }
    const chunks = new Map<number, ArrayBuffer>();
    await Promise.all([...needed].map(async (k) => chunks.set(k, await this.source.chunk(k, header.records))));
    this.chunks = chunks;
    this.views.clear();
    this.header = header;
    this.index(header);
    this.time = this.floats64(header.time, header.shown);
  }

  private index(header: Header): void {
    this.infos = new Map(header.channels.map((channel) => [channel.name, channel]));
    this.derived.clear();
    const energies = ['system.kinetic_energy', 'system.potential_energy'];
    if (energies.every((name) => this.infos.has(name)) && !this.infos.has('system.total_energy'))
      this.derived.set('system.total_energy', {
        name: 'system.total_energy', unit: 'J', size: 1, sumOf: energies, doc: 'kinetic and potential energy, added by the viewer',
      });
  }

  private async loadChunks(indices: Iterable<number>): Promise<void> {
    await Promise.all([...new Set(indices)].map((k) => {
      if (this.chunks.has(k)) return undefined;
      let task = this.pending.get(k);
      if (!task) {
        const { header, chunks } = this;
        // A run without records has no chunks.
        const arriving = header.shown > 0 ? this.source.chunk(k, header.records) : Promise.resolve(new ArrayBuffer(0));
        task = arriving.then((bytes) => {
          this.pending.delete(k);
          // A run that has grown meanwhile has other chunks: ask again.
          if (this.chunks === chunks) chunks.set(k, bytes);
          else return this.loadChunks([k]);
        }, (error) => {
          this.pending.delete(k);
          throw error;
        });
        this.pending.set(k, task);
      }
      return task;
    }));
  }

  private slice(at: Slice | undefined, size: number): Float32Array | undefined {
    const bytes = at && this.chunks.get(at.chunk);
    if (!bytes) return undefined;
    const length = size * this.header.shown;
    if (at.at % 4 === 0) return new Float32Array(bytes, at.at, length);
    return new Float32Array(bytes.slice(at.at, at.at + 4 * length));
  }

  private floats64(at: Slice, length: number): Float64Array<ArrayBuffer> {
    const bytes = this.chunks.get(at.chunk)!;
    return new Float64Array(bytes.slice(at.at, at.at + 8 * length));
  }
}

// The sum of arrays, where all of them are there.
function added(parts: (Float32Array | undefined)[]): Float32Array | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return known[0]!.map((_, i) => known.reduce((total, part) => total + part[i]!, 0));
}
