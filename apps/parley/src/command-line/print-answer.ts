import { cell, printJson } from '@parley/cli/print-rows';
import { at } from '@parley/common/at';
import type { OperatorAnswer } from './operator-client.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function printTable(items: Record<string, unknown>[]): void {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const rows = [columns, ...items.map((item) => columns.map((column) => cell(item[column])))];
  const widths = columns.map((_, index) => Math.min(48, Math.max(...rows.map((row) => at(row, index).length))));
  for (const row of rows)
    console.log(
      row
        .map((text, index) => text.padEnd(at(widths, index)))
        .join('  ')
        .trimEnd(),
    );
}

/** Prints an answer for a person, or as JSON; an error goes to standard error and sets exit code 1. */
export function printAnswer({ status, body }: OperatorAnswer, asJson: boolean): void {
  if (status >= 400) {
    process.exitCode = 1;
    if (asJson || !isRecord(body)) console.error(JSON.stringify(body, null, 2));
    else {
      const page = typeof body.doc_url === 'string' ? ` See ${cell(body.doc_url)}` : '';
      console.error(`${cell(body.error)}: ${cell(body.message)} (${cell(body.request_id)})${page}`);
    }
    return;
  }
  if (asJson || !isRecord(body)) {
    printJson(body, 2);
  } else if (Array.isArray(body.items)) {
    printTable(body.items.filter(isRecord));
    if (typeof body.next_cursor === 'string') console.log(`more: --cursor ${body.next_cursor}`);
  } else {
    for (const [name, value] of Object.entries(body)) console.log(`${name.padEnd(22)} ${cell(value)}`);
  }
}
