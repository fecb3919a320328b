// Plotted numbers as a table of comma-separated values.
import { componentLabel, type CurveId } from '../data/channels';
import type { Run } from '../data/run';
import type { Table } from './table';

const NOTES = { a: '', b: ' (b)', difference: ' (a - b)', low: ' minimum', high: ' maximum' };

// "joint.pin.reaction_force x [N]"
export function columnNames(table: Table, curves: CurveId[], run: Run): string[] {
  return table.columns.map(({ curve, what }) => {
    const { channel: name, component } = curves[curve]!;
    const channel = run.channel(name)!;
    const part = componentLabel(channel, component);
    return `${name}${part ? ` ${part}` : ''}${NOTES[what]} [${channel.unit || '1'}]`;
  });
}

export function quoteField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Rows between two times.
export function tableToCsv(table: Table, names: string[], from = -Infinity, to = Infinity): string {
  const rows = [['time [s]', ...names].map(quoteField).join(',')];
  for (let i = 0; i < table.times.length; ++i) {
    const t = table.times[i]!;
    if (t < from || t > to) continue;
    rows.push([t, ...table.columns.map((column) => column.values[i] ?? '')].join(','));
  }
  return rows.join('\r\n') + '\r\n';
}
