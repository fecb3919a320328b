// What the address keeps: time, selection, plots.
import { formatCurve, parseCurve, type CurveId } from './data/channels';

export interface PageState {
  time?: number;
  selected?: string;
  plots?: CurveId[][];
}

export function formatState(state: PageState): string {
  const parts: string[] = [];
  if (state.time !== undefined) parts.push(`t=${Number(state.time.toPrecision(12))}`);
  if (state.selected !== undefined) parts.push(`sel=${encodeURIComponent(state.selected)}`);
  if (state.plots) parts.push(`plots=${state.plots.map((plot) => plot.map((id) => encode(formatCurve(id))).join(',')).join(';')}`);
  return parts.join('&');
}

// Names may hold the signs that separate them.
const encode = (text: string): string => encodeURIComponent(text);

export function parseState(text: string): PageState {
  const state: PageState = {};
  for (const part of text.replace(/^#/, '').split('&')) {
    const [key, value] = [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)];
    try {
      if (key === 't' && Number.isFinite(Number(value))) state.time = Number(value);
      if (key === 'sel') state.selected = decodeURIComponent(value);
      if (key === 'plots') state.plots = value.split(';').filter(Boolean).map((plot) => plot.split(',').map((id) => parseCurve(decodeURIComponent(id))));
    } catch {
      // An address that was cut or changed by hand: what can be read counts.
    }
  }
  return state;
}
