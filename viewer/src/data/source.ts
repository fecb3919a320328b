// Where headers and chunks come from: the page itself or the server that sent it.
import type { Header } from './types';

export type RunId = 'a' | 'b';

export interface Detail {
  times: Float64Array;
  values: Float64Array;
}

export interface Source {
  readonly isServed: boolean;
  header(): Promise<Header>;
  // The unzipped chunk of a run that has so many records.
  chunk(index: number, records: number): Promise<ArrayBuffer>;
  // A channel between two times, decimated on the server with minima and maxima kept.
  detail?(channel: string, from: number, to: number, points: number): Promise<Detail>;
}

export async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function checked(header: Header): Header {
  if (header.format !== 'pintle-report') throw new Error('The data of this page are no report of Pintle.');
  if (header.version !== 1) throw new Error(`This viewer reads reports of version 1; this one has version ${header.version}.`);
  return header;
}

class EmbeddedSource implements Source {
  readonly isServed = false;
  private readonly suffix: string;
  constructor(run: RunId) {
    this.suffix = run === 'a' ? '' : '-b';
  }
  static has(run: RunId): boolean {
    return document.getElementById(run === 'a' ? 'pintle-header' : 'pintle-header-b') !== null;
  }
  async header(): Promise<Header> {
    return checked(JSON.parse(document.getElementById(`pintle-header${this.suffix}`)!.textContent!));
  }
  async chunk(index: number): Promise<ArrayBuffer> {
    const element = document.getElementById(`pintle-chunk${this.suffix}-${index}`);
    if (!element) throw new Error(`Chunk ${index} is missing in this report.`);
    return gunzip(decodeBase64(element.textContent!));
  }
}

class ServerSource implements Source {
  readonly isServed = true;
  constructor(private readonly run: RunId) {}

  private async get(path: string, query: Record<string, string | number>): Promise<Response> {
    if (this.run === 'b') query = { ...query, run: 'b' };
    const text = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
    const response = await fetch(text ? `${path}?${text}` : path, { cache: 'no-store' });
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${path}.`);
    return response;
  }
  async header(): Promise<Header> {
    return checked(await (await this.get('header.json', {})).json());
  }
  async chunk(index: number, records: number): Promise<ArrayBuffer> {
    const response = await this.get(`chunk/${index}`, { upto: records });
    return gunzip(new Uint8Array(await response.arrayBuffer()));
  }
  async detail(channel: string, from: number, to: number, points: number): Promise<Detail> {
    const response = await this.get('series', { channel, from, to, points });
    const numbers = new Float64Array(await response.arrayBuffer());
    const count = numbers[0] ?? 0;
    return { times: numbers.slice(1, 1 + count), values: numbers.slice(1 + count) };
  }
}

// The sources of the page; null where there are no data at all.
export function findSource(run: RunId): Source | null {
  if (document.querySelector('meta[name="pintle-source"][content="server"]')) return new ServerSource(run);
  return EmbeddedSource.has(run) ? new EmbeddedSource(run) : null;
}
