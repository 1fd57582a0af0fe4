import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** How a secret of a command line was given. */
export interface GivenSecret {
  /** The option, as in `--key`. */
  flag: string;
  /** The value of the option: the secret itself, or `-` for a line of the standard input. */
  value?: string | undefined;
  /** The value of the option with `-file`: a file with the secret. */
  file?: string | undefined;
  /** The variable that may have it. */
  variable?: string | undefined;
  /** The question at a terminal, where nothing else has it. */
  question: string;
}

const SIGINT_STATUS = 130;
let linesLeft: Promise<string[]> | null = null;

/** The next line of the standard input: two secrets are two lines. */
async function nextLine(flag: string): Promise<string> {
  linesLeft ??= text(process.stdin).then((whole) => whole.split(/\r?\n/));
  const line = (await linesLeft).shift()?.trim();
  if (!line) throw new Error(`The standard input has no line for ${flag}.`);
  return line;
}

/** Asks at the terminal; what is typed is not shown. */
async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Opened before the question is shown: from here on the terminal does not echo.
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(`${question}: `);
  terminal.once('SIGINT', () => process.exit(SIGINT_STATUS));
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Says that a secret was readable by others; it works all the same. */
function warn({ flag }: GivenSecret): void {
  console.error(
    `Warning: ${flag} on the command line stays in the shell's history and is visible to other users of this machine. Leave it out to be asked for it, or use ${flag} - or ${flag}-file.`,
  );
}

/**
 * A secret of a command line: from its option (with a warning), the standard input (`-`), a file, a variable, or the
 * terminal. Null where none of them has it.
 */
export async function readSecret(given: GivenSecret): Promise<string | null> {
  const { flag, value, file, variable, question } = given;
  if (value === '-') return nextLine(flag);
  if (value !== undefined) {
    warn(given);
    return value;
  }
  if (file !== undefined) return (await readFile(file, 'utf8')).trim();
  const known = variable === undefined ? undefined : process.env[variable];
  if (known) return known;
  if (!process.stdin.isTTY) return null;
  return (await ask(question)) || null;
}

/** The same, where the command needs it. Throws without one. */
export async function requireSecret(given: GivenSecret): Promise<string> {
  const { flag, variable } = given;
  const secret = await readSecret(given);
  if (secret !== null) return secret;
  const ways = [`${flag} -`, `${flag}-file`, ...(variable === undefined ? [] : [variable])];
  throw new Error(`${flag} is missing: give it by ${ways.join(', ')}, or at a terminal.`);
}
