import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SLICES, UNSLICED } from '../test/soak-slices.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOAK = [
  '*.fault.test.ts',
  '*.soak.test.ts',
  'test/faults/*.test.ts',
  'test/soak/*.test.ts',
  'test/e2e/cluster.test.ts',
];

test('every file of the soak tier is in a slice or known to be too long for one, and every slice has files', () => {
  const files = execFileSync('git', ['ls-files', ...SOAK], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const filters = [...SLICES.flatMap((slice) => slice.files), ...UNSLICED];
  expect(files.filter((file) => !filters.some((filter) => file.startsWith(filter)))).toEqual([]);
  expect(filters.filter((filter) => !files.some((file) => file.startsWith(filter)))).toEqual([]);
});
