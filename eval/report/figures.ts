/** Figures as people read them, the same on the page and in the terminal. */
import type { Instant } from '../../kernel/time.ts';
import type { Span } from '../domain/item.ts';
import type { Cell, Column } from '../domain/result.ts';

const digits: Readonly<Record<Column['unit'], number>> = {
  percent: 1,
  ratio: 3,
  count: 0,
  seconds: 1,
};

export const unitSign: Readonly<Record<Column['unit'], string>> = {
  percent: '%',
  ratio: '',
  count: '',
  seconds: 's',
};

export const enDash = '\u2013';

/** `41.2`, `0.873`, `14,847`; a dash for what is undefined. */
export const figureText = (value: number | null | undefined, unit: Column['unit']): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? enDash
    : numberText(value, digits[unit]);

/** `38.1-44.2`, with an en dash; empty when no interval is known. */
export function intervalText(cell: Cell | undefined, unit: Column['unit']): string {
  if (cell?.value == null || cell.low === undefined || cell.high === undefined) return '';
  return `${figureText(cell.low, unit)}${enDash}${figureText(cell.high, unit)}`;
}

export const countText = (count: number): string => numberText(count, 0);

/** A part of a whole, as percent with one digit; a dash of nothing. */
export const shareText = (part: number, whole: number): string =>
  figureText(whole === 0 ? null : (100 * part) / whole, 'percent');

/** `1 file`, `3 files`: regular plurals only. */
export const countOf = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A moment of a video: `0:07.5`, `1:02:03.0`. */
export function momentText(seconds: number): string {
  const tenths = Math.round(Math.abs(seconds) * 10);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  const sign = seconds < 0 && tenths > 0 ? '-' : '';
  return hours > 0
    ? `${sign}${hours}:${String(minutes).padStart(2, '0')}:${rest}`
    : `${sign}${minutes}:${rest}`;
}

export const spanText = ([start, end]: Span): string =>
  `${momentText(start)} to ${momentText(end)}`;

/** `2026-11-30 12:00 UTC`. */
export const instantText = (at: Instant): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const numberText = (value: number, fractionDigits: number): string =>
  // Adding 0 makes a negative zero plain.
  (Number(value.toFixed(fractionDigits)) + 0).toLocaleString('en-US', {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
