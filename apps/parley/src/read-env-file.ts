import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { isAbsent } from '@parley/runtime/reading/is-absent';

const NAME = /^(?:export )?[A-Za-z_]\w*$/;
const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);

/** The text in which a quoted value ends; null for a value of one line. */
function openQuote(value: string): string | null {
  const quote = value.charAt(0);
  return QUOTES.has(quote) && !value.slice(1).includes(quote) ? quote : null;
}

/**
 * The number of the first line that is no `NAME=value`; null without one. Node's own loader skips such a line silently.
 */
function findBrokenLine(text: string): number | null {
  let quote: { mark: string; line: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (quote) {
      if (trimmed.includes(quote.mark)) quote = null;
      continue;
    }
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const equals = trimmed.indexOf('=');
    if (equals < 0 || !NAME.test(trimmed.slice(0, equals).trim())) return index + 1;
    const mark = openQuote(trimmed.slice(equals + 1).trim());
    if (mark !== null) quote = { mark, line: index + 1 };
  }
  return quote?.line ?? null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw new Error(`${path} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}

/**
 * Sets the variables of `.env` in the working directory that are not set yet (docs/reference/installation.md#environment).
 * Returns its path, or null if there is none. Throws a sentence for a file with a line that is no variable.
 */
export function readEnvFile(): string | null {
  const path = resolve('.env');
  const text = readOrNull(path);
  if (text === null) return null;
  const line = findBrokenLine(text);
  if (line !== null) throw new Error(`Line ${line} of ${path} is not NAME=value: correct it, or begin it with #.`);
  loadEnvFile(path);
  return path;
}
