// A run made of numbers, without a page.
import { Run } from '../../src/data/run';
import type { Source } from '../../src/data/source';
import type { Header, SceneInfo } from '../../src/data/types';

export interface FakeChannel {
  name: string;
  unit?: string;
  size: number;
  values: number[];
  envelope?: number[];
}

export function header(times: number[], channels: FakeChannel[], scene: Partial<SceneInfo> = {}): { header: Header; chunks: ArrayBuffer[] } {
  const chunks: ArrayBuffer[] = [Float64Array.from(times).buffer];
  const put = (values: number[]) => ({ chunk: chunks.push(Float32Array.from(values).buffer) - 1, at: 0 });
  return {
    header: {
      format: 'pintle-report', version: 1, title: 'fake', model: '', program: '', file: '',
      run: { status: 'finished', settings: [], summary: [], diagnostics: [] },
      records: times.length, stride: 1, shown: times.length, time: { chunk: 0, at: 0 },
      channels: channels.map(({ name, unit = '', size, values, envelope }) => ({
        name, unit, doc: '', size, ...put(values), ...(envelope && { envelope: put(envelope) }),
      })),
      scene: { size: 1, up: [0, 0, 1], gravity: null, planes: [], frames: [{ name: 'ground' }], objects: [], ...scene },
    },
    chunks,
  };
}

export class FakeSource implements Source {
  readonly isServed = true;
  asked: number[] = [];
  constructor(public data: { header: Header; chunks: ArrayBuffer[] }) {}
  async header(): Promise<Header> { return this.data.header; }
  async chunk(index: number): Promise<ArrayBuffer> {
    this.asked.push(index);
    return this.data.chunks[index]!;
  }
}

export async function openRun(times: number[], channels: FakeChannel[], scene: Partial<SceneInfo> = {}): Promise<Run> {
  const run = await Run.open('a', new FakeSource(header(times, channels, scene)));
  await run.load(channels.map((channel) => channel.name), true);
  return run;
}
