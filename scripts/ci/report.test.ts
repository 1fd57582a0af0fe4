import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatTable, readCounts, totalsOf } from './report.ts';

const CHECK = {
  name: 'check',
  passes: true,
  wallSeconds: 31.4,
  cpuSeconds: 50.2,
  files: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
};
const FAULTS = {
  name: 'test:faults',
  passes: false,
  wallSeconds: 400,
  cpuSeconds: 700,
  files: 12,
  passed: 90,
  failed: 1,
  skipped: 2,
};

test('the table names each part with its files, tests, seconds and outcome, and the sums', () => {
  expect(formatTable([CHECK, FAULTS]).split('\n')).toEqual([
    'part         files  tests                    wall s  CPU s',
    'check        0      0                        31      50     ok',
    'test:faults  12     91, 1 failed, 2 skipped  400     700    FAILED',
    'all          12     91, 1 failed, 2 skipped  431     750',
  ]);
  expect(totalsOf([CHECK, FAULTS])).toEqual({ files: 12, passed: 90, failed: 1, skipped: 2 });
});

test('counts come from the report of vitest, and are zero for a part without one', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-report-')), 'report.json');
  expect(readCounts(path)).toEqual({ files: 0, passed: 0, failed: 0, skipped: 0 });
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };
  writeFileSync(path, JSON.stringify({ ...counts, testResults: [{}, {}] }));
  expect(readCounts(path)).toEqual({ files: 2, passed: 5, failed: 1, skipped: 2 });
});
