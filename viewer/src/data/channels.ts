// Components of channels and how they are called.
import type { Channel } from './run';

export type Component = number | 'magnitude';

// A curve somebody wants to see: all of a scalar, or one component of a vector.
export interface CurveId {
  channel: string;
  component: Component;
}

const AXES = ['x', 'y', 'z'];

export function componentLabel(channel: Channel, component: Component): string {
  if (component === 'magnitude') return 'magnitude';
  if (channel.size === 1) return '';
  if (channel.size === 3) return AXES[component]!;
  if (channel.size === 4 && /quaternion/i.test(channel.name)) return ['w', ...AXES][component]!;
  if (channel.size === 6) return (component < 3 ? '' : 'r') + AXES[component % 3]!;
  if (channel.size === 9) return `${Math.floor(component / 3) + 1}${(component % 3) + 1}`;
  return String(component + 1);
}

export function components(channel: Channel): Component[] {
  const numbers: Component[] = Array.from({ length: channel.size }, (_, i) => i);
  return channel.size === 3 ? [...numbers, 'magnitude'] : numbers;
}

// "channel", "channel:2" or "channel:magnitude", as in scenes and addresses.
export function formatCurve(id: CurveId): string {
  return `${id.channel}:${id.component}`;
}

export function parseCurve(text: string): CurveId {
  const match = /^(.*):(\d+|magnitude)$/s.exec(text);
  if (!match) return { channel: text, component: 0 };
  return { channel: match[1]!, component: match[2] === 'magnitude' ? 'magnitude' : Number(match[2]) };
}

export function sameCurve(a: CurveId, b: CurveId): boolean {
  return a.channel === b.channel && a.component === b.component;
}

// "joint.crank bearing.angle" of the joint "crank bearing" is its "angle".
export function shortName(channel: string, kind: string, name: string): string {
  const prefix = `${kind}.${name}.`;
  if (channel.startsWith(prefix)) return channel.slice(prefix.length);
  return channel.slice(channel.lastIndexOf('.') + 1);
}

export function readable(name: string): string {
  return name.replaceAll('_', ' ');
}
