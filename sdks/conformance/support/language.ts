import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A program with its arguments. */
export type Command = readonly [string, ...string[]];

/** An SDK: how it is built, packed and installed in an empty folder, and the command of its program there. */
export interface Language {
  name: string;
  install(folder: string): Promise<Command>;
}

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const run = promisify(execFile);
