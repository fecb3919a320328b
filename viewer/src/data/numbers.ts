// Numbers as an engineer wants to read them: six significant digits, powers of ten where they are shorter.

export function formatNumber(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 2) : value.toPrecision(digits);
  return text.replaceAll('-', '−').replace('e+', 'e');
}

// Times with as many decimals as the step between records asks for.
export function formatTime(value: number, step: number): string {
  const decimals = Math.min(9, Math.max(2, Math.ceil(-Math.log10(step > 0 ? Math.max(step, 1e-9) : 1)) + 1));
  return value.toFixed(decimals).replace('-', '−');
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

// "m/s^2" as it is printed; without a dimension there is nothing to tell.
export function formatUnit(unit: string): string {
  if (unit === '1') return '';
  return unit.replace(/\^(-?)(\d+)/g, (_, sign: string, digits: string) => (sign ? '⁻' : '') + [...digits].map((digit) => RAISED[Number(digit)]).join(''));
}

// Behind a name.
export function bracketed(unit: string): string {
  const text = formatUnit(unit);
  return text && ` [${text}]`;
}

// The nearest of 1, 2, 5 times a power of ten that is not above x.
export function roundStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const ratio = x / power;
  return power * (ratio >= 5 ? 5 : ratio >= 2 ? 2 : 1);
}
