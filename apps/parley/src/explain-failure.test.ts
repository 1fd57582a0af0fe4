import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { openDataDirectory } from './one-machine/data-directory.ts';

const NOBODY = 65_534;
const FULL =
  'The disk of the data directory .parley is full: free some space, or set PARLEY_DATA_DIR to a folder on another disk.';

const systemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: it failed`), { code, ...(path ? { path } : {}) });

test.each([
  ['a file of ours', systemError('ENOSPC', '/data/secrets.json')],
  ['initdb', new Error('initdb ended with 1: could not write to file: No space left on device')],
  ['a server that takes no more', new Error('The migration failed.', { cause: systemError('53100') })],
])('a full disk says what to do, wherever the error comes from: %s', (_who, error) => {
  expect(explainFailure(error, '.parley')).toBe(FULL);
});

test('a pooler without a direct address says which variable to set', () => {
  const error = new Error('The database is not available.', {
    cause: new Error('unsupported startup parameter: options'),
  });
  expect(explainFailure(error, '.parley')).toContain('set DATABASE_DIRECT_URL');
});

test('a data directory that this user cannot write is named, with the variable to set', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'parley-forbidden-'));
  const isRoot = process.geteuid?.() === 0;
  const directory = isRoot ? join(parent, 'data') : '/parley-data';
  // Root can write to any directory, so the test runs as the user `nobody`.
  if (isRoot) process.seteuid?.(NOBODY);
  const error: unknown = await openDataDirectory(directory).then(
    () => null,
    (refusal: unknown) => refusal,
  );
  if (isRoot) process.seteuid?.(0);
  await rm(parent, { recursive: true });
  expect(explainFailure(error, directory)).toBe(
    `${directory} cannot be written by this user: give this user the right to, or set PARLEY_DATA_DIR to a folder that it may write.`,
  );
});

test('a message that was written for people is unchanged', () => {
  expect(explainFailure(new Error('PARLEY_PORT must be a number.'), '.parley')).toBe('PARLEY_PORT must be a number.');
});
