// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
/** JSON escapes the others itself, and its own line breaks stay. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A line as a terminal may get it: people chose parts of it. Control characters, which move the cursor or change the
 * title, and marks that reorder a line are shown as escapes.
 */
export const visible = (line: string): string => line.replace(UNSAFE, toEscape);

/** The same for JSON, which stays the same JSON. */
const visibleJson = (json: string): string => json.replace(UNSAFE_IN_JSON, toEscape);

/** A value as text: `-` for none, JSON for lists and objects. */
export const cell = (value: unknown): string =>
  visible(
    value === null || value === undefined ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value),
  );

/** Prints one line for a person. */
export const printText = (line: string): void => console.log(visible(line));

/** Prints JSON, indented for lists and answers. */
export const printJson = (value: unknown, indent?: number): void =>
  console.log(visibleJson(JSON.stringify(value, null, indent)));

/** Prints an error, which can quote a customer's text; its lines stay. */
export const printProblem = (error: unknown): void =>
  console.error((error instanceof Error ? error.message : String(error)).split('\n').map(visible).join('\n'));

/** Prints one line for a person, or its details as one line of JSON. */
export function printLine(line: string, details: object, json: boolean | undefined): void {
  if (json) printJson(details);
  else printText(line);
}

/** Prints up to `limit` elements of a list, whose pages can be shorter. */
export async function printSome<T extends object>(
  list: AsyncIterable<T>,
  lineFor: (element: T) => string,
  { limit, json }: { limit: number; json?: boolean },
): Promise<void> {
  let left = limit;
  for await (const element of list) {
    printLine(lineFor(element), element, json);
    left -= 1;
    if (left === 0) return;
  }
}

/** Prints each row as a line of its values, or all as JSON. */
export function printRows(rows: readonly object[], json: boolean | undefined): void {
  if (json) printJson(rows, 2);
  else for (const row of rows) printText(Object.values(row).map(cell).join('  '));
}
