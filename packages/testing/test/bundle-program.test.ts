import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_DIRECTORY } from '@parley/database/migrations/migration-files';
import { bundleProgram } from '@parley/testing/programs/bundle-program';
import { beforeAll, describe, expect, test } from 'vitest';

const PROGRAM = new URL('throwing-program.ts', import.meta.url);
const SOURCE = fileURLToPath(PROGRAM);

/** The number of the first line that contains a text. */
const lineOf = (text: string): number =>
  readFileSync(PROGRAM, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

describe('a bundled program', () => {
  let bundle: string;
  let ran: { stdout: string; stderr: string };
  beforeAll(() => {
    bundle = bundleProgram(PROGRAM);
    ran = spawnSync(process.execPath, [bundle], { encoding: 'utf8' });
  });

  test('names the files and lines of its sources in the stack of an uncaught error', () => {
    expect(ran.stderr).toContain('Error: a failure in a bundle');
    expect(ran.stderr).toContain(`at failBelow (${SOURCE}:${lineOf('throw new Error')}:`);
    expect(ran.stderr).toContain(`at ${SOURCE}:${lineOf('failBelow({')}:`);
    expect(ran.stderr.split('\n').filter((line) => line.includes('    at ') && line.includes(bundle))).toEqual([]);
  });

  test('finds the files that its packages read relative to themselves', () => {
    expect(ran.stdout.trim()).toBe(MIGRATIONS_DIRECTORY);
  });
});
