// What a shape of the scene becomes: something that can be moved, hidden and painted.
import type { Color } from 'three';
import type { Run } from '../../data/run';
import type { Cursor } from '../../data/sampling';
import type { Role } from '../../data/types';
import type { Frames } from '../frames';
import type { Palette } from '../palette';

// Everything that is known at the time shown.
export interface Moment {
  run: Run;
  cursor: Cursor;
  frames: Frames;
  // Size of symbols, m.
  unit: number;
  // Length of arrows, m per N or N m.
  arrowScale: { force: number; moment: number };
  colorsByValue: boolean;
}

export interface Item {
  readonly owner: number;
  readonly role: Role;
  // Moves what is drawn to the moment, or hides it.
  update(moment: Moment, isShown: boolean): void;
  paint(color: Color, isSelected: boolean, palette: Palette): void;
}
