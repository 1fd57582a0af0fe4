/** A value as text: `-` for none, JSON for lists and objects. */
export const cell = (value: unknown): string =>
  value === null || value === undefined ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Prints one line for a person, or its details as one line of JSON. */
export function printLine(line: string, details: object, json: boolean | undefined): void {
  console.log(json ? JSON.stringify(details) : line);
}

/** Prints each row as a line of its values, or all as JSON. */
export function printRows(rows: readonly object[], json: boolean | undefined): void {
  if (json) console.log(JSON.stringify(rows, null, 2));
  else for (const row of rows) console.log(Object.values(row).map(cell).join('  '));
}
