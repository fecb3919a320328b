// Plotted numbers as a table of comma-separated values.
import type { Table } from './table';

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
