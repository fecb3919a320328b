// What belongs to what: kinds, their objects, the channels of these, and channels of the whole run.
import type { ObjectInfo } from './types';
import type { Channel, Run } from './run';
import { readable, shortName, type CurveId } from './channels';

export class Catalog {
  readonly objects: ObjectInfo[];
  private readonly owners = new Map<string, number>();
  private readonly nameless: Channel[];

  constructor(private readonly run: Run) {
    this.objects = run.header.scene.objects;
    this.objects.forEach((object, i) => {
      for (const name of object.channels ?? []) if (!this.owners.has(name)) this.owners.set(name, i);
    });
    this.nameless = run.channels().filter((channel) => !this.owners.has(channel.name));
  }

  // In the order of the scene.
  kinds(): { kind: string; objects: number[] }[] {
    const groups = new Map<string, number[]>();
    this.objects.forEach((object, i) => {
      const group = groups.get(object.kind);
      if (group) group.push(i);
      else groups.set(object.kind, [i]);
    });
    return [...groups].map(([kind, objects]) => ({ kind, objects }));
  }

  // Channels of the whole system, such as energies, and those that belong to nothing that is known.
  ofSystem(): Channel[] { return this.nameless.filter((channel) => isOfSystem(channel.name)); }
  others(): Channel[] { return this.nameless.filter((channel) => !isOfSystem(channel.name)); }

  // Where the frames of an object are; the channels of a node often are what one looks for at its body.
  framesOf(object: number): { frame: string; channels: Channel[] }[] {
    const { frames } = this.run.header.scene;
    const own = new Set(this.objects[object]!.channels);
    return (this.objects[object]!.frames ?? []).filter((index, i, all) => index > 0 && all.indexOf(index) === i).map((index) => ({
      frame: frames[index]!.name,
      channels: [frames[index]!.position, frames[index]!.quaternion, frames[index]!.orientation?.channel].filter((name) => name !== undefined && !own.has(name))
        .map((name) => this.run.channel(name!)).filter((channel) => channel !== undefined),
    })).filter(({ channels }) => channels.length > 0);
  }

  channelsOf(object: number): Channel[] {
    return (this.objects[object]!.channels ?? []).map((name) => this.run.channel(name)).filter((channel) => channel !== undefined);
  }

  ownerOf(channel: string): number { return this.owners.get(channel) ?? -1; }

  short(channel: string): string {
    const owner = this.objects[this.ownerOf(channel)];
    return readable(owner ? shortName(channel, owner.kind, owner.name) : shortName(channel, 'system', ''));
  }

  // "crank bearing: angle"
  label(channel: string): string {
    const owner = this.objects[this.ownerOf(channel)];
    return owner ? `${owner.name}: ${this.short(channel)}` : readable(channel.replace(/^system\./, ''));
  }

  // What the first plot shows: the energies of the system, or else the first channel that is not too large; rather one of an object.
  firstCurves(): CurveId[] {
    const energies = this.nameless.filter((channel) => channel.unit === 'J' && channel.size === 1 && /energy/.test(channel.name));
    if (energies.length > 0) return energies.map((channel) => ({ channel: channel.name, component: 0 }));
    const small = this.run.channels().filter((channel) => channel.size <= 3);
    const first = small.find((channel) => this.ownerOf(channel.name) >= 0) ?? small[0];
    return Array.from({ length: first?.size ?? 0 }, (_, component) => ({ channel: first!.name, component }));
  }
}

const isOfSystem = (name: string): boolean => name.startsWith('system.');
