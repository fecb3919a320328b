// Colours of the scene, light and dark. Amber is kept for what is selected.
import { Color } from 'three';

export interface Palette {
  bodies: Color[];
  roles: Record<string, Color>;
  axes: [Color, Color, Color];
  axisNames: string[];
  selected: Color;
  ghost: Color;
  grid: Color;
  water: Color;
  label: string;
  labelHalo: string;
  sky: Color;
  floor: Color;
}

const colors = (...names: string[]): Color[] => names.map((name) => new Color(name));

const LIGHT: Palette = {
  bodies: colors('#7c9cc0', '#86b09a', '#c9ae7d', '#a594bd', '#c4917f', '#79b0b8', '#a9b67c', '#b58aa6'),
  roles: {
    joint: new Color('#4a5665'), node: new Color('#4a5665'), spring: new Color('#2c9c74'), line: new Color('#5f7890'),
    tracer: new Color('#c0448f'), force: new Color('#d6403a'), moment: new Color('#7d4fd6'), body: new Color('#7c9cc0'),
    frame: new Color('#4a5665'),
  },
  axes: [new Color('#d8453a'), new Color('#3b9b4d'), new Color('#3571d8')],
  axisNames: ['#d8453a', '#3b9b4d', '#3571d8'],
  selected: new Color('#ffa60f'),
  ghost: new Color('#7a8797'),
  grid: new Color('#8895a5'),
  water: new Color('#4d9ad0'),
  label: '#27313d',
  labelHalo: 'rgba(255,255,255,0.85)',
  sky: new Color('#ffffff'),
  floor: new Color('#b9c0ca'),
};

const DARK: Palette = {
  bodies: colors('#7f9fc6', '#82b097', '#cbb07c', '#a996c6', '#c98f7b', '#76b3bc', '#aebb7c', '#bb8cab'),
  roles: {
    joint: new Color('#c3ccd7'), node: new Color('#c3ccd7'), spring: new Color('#43c797'), line: new Color('#8ea6bf'),
    tracer: new Color('#e26fb4'), force: new Color('#ff675e'), moment: new Color('#a783ff'), body: new Color('#7f9fc6'),
    frame: new Color('#c3ccd7'),
  },
  axes: [new Color('#ff6a5c'), new Color('#5ec973'), new Color('#5f9bff')],
  axisNames: ['#e8574a', '#43ab59', '#4a86ec'],
  selected: new Color('#ffb02e'),
  ghost: new Color('#aab6c4'),
  grid: new Color('#5d6a79'),
  water: new Color('#3f8fc9'),
  label: '#e6ebf1',
  labelHalo: 'rgba(16,20,25,0.85)',
  sky: new Color('#ffffff'),
  floor: new Color('#59626e'),
};

export type ThemeName = 'light' | 'dark';

export const paletteOf = (theme: ThemeName): Palette => (theme === 'dark' ? DARK : LIGHT);

// Values from 0 to 1 as colours of even steps in lightness (blue, teal, green, yellow).
const STOPS = colors('#3b2f80', '#355f96', '#23868e', '#35a983', '#86cb5c', '#f4e14a');

export function valueColor(x: number, out: Float32Array, at: number): void {
  const place = Math.min(Math.max(x, 0), 1) * (STOPS.length - 1);
  const i = Math.min(Math.floor(place), STOPS.length - 2);
  const f = place - i;
  const a = STOPS[i]!, b = STOPS[i + 1]!;
  out[at] = a.r + f * (b.r - a.r);
  out[at + 1] = a.g + f * (b.g - a.g);
  out[at + 2] = a.b + f * (b.b - a.b);
}

export function valueGradient(): string {
  return `linear-gradient(to right, ${STOPS.map((stop) => `#${stop.getHexString()}`).join(', ')})`;
}
