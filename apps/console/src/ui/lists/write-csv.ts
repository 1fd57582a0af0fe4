type Cell = string | number | null;

/** A spreadsheet treats a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180); no cell is a formula. */
export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');

/** Saves a table as a file. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void => saveCsvParts(name, [writeCsv(rows)]);

/** Saves a table that was written in parts; the byte order mark marks it as UTF-8 for spreadsheets. */
export function saveCsvParts(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', ...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
