import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { LANGUAGE_CODES } from '@parley/common/languages/languages';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['apps', 'packages', 'services', 'sdks', 'integrations', 'scripts'];

/** Names that are no words of their own: a source that quotes one means the action. */
const NAMES = CUSTOMER_ACTIONS.map(({ name }) => name).filter((name) => name.includes('-'));

/** The sources that people write, without tests. */
const SOURCES = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('.test.') && !path.includes('/test/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  .filter(({ text }) => !text.startsWith('// Generated from'));

const isTable = (text: string): boolean =>
  NAMES.filter((name) => [`'${name}'`, `"${name}"`].some((quoted) => text.includes(quoted))).length > NAMES.length / 3;

// CONTRIBUTING.md#how-to-add-an-action
test('no source lists the actions besides the contracts, except the console’s sentences about them', () => {
  expect(NAMES.length).toBeGreaterThan(15);
  const tables = SOURCES.filter(({ text }) => isTable(text)).map(({ path }) => path);
  expect(tables).toEqual(LANGUAGE_CODES.map((language) => `apps/console/src/texts/${language}/audit.ts`).toSorted());
});
