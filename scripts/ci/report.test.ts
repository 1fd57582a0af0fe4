import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatTable, readResults, totalsOf } from './report.ts';

const CHECK = {
  name: 'check',
  passes: true,
  wallSeconds: 31.4,
  cpuSeconds: 50.2,
  files: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
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
  failures: [],
};

test('the table lists each part with its files, tests, seconds and outcome, and the totals', () => {
  expect(formatTable([CHECK, FAULTS]).split('\n')).toEqual([
    'part         files  tests                    wall s  CPU s',
    'check        0      0                        31      50     ok',
    'test:faults  12     91, 1 failed, 2 skipped  400     700    FAILED',
    'all          12     91, 1 failed, 2 skipped  431     750',
  ]);
  expect(totalsOf([CHECK, FAULTS])).toEqual({ files: 12, passed: 90, failed: 1, skipped: 2 });
});

test('reads counts and failures from vitest’s report, and none for a part without one', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-report-')), 'report.json');
  expect(readResults(path)).toEqual({ files: 0, passed: 0, failed: 0, skipped: 0, failures: [] });
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };
  const stack = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  const files = [
    {
      name: join(process.cwd(), 'a.test.ts'),
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'failed', fullName: 'subtracts', failureMessages: [stack] },
      ],
    },
    { name: join(process.cwd(), 'b.test.ts'), message: 'Cannot find module', assertionResults: [] },
  ];
  writeFileSync(path, JSON.stringify({ ...counts, testResults: files }));
  const { failures, ...read } = readResults(path);
  expect(read).toEqual({ files: 2, passed: 5, failed: 1, skipped: 2 });
  const [first, second, ...more] = failures;
  expect(first?.split('\n').slice(0, 2)).toEqual(['a.test.ts > subtracts', '  line 0']);
  expect(first?.split('\n').length).toBe(13);
  expect([second, more]).toEqual(['b.test.ts\n  Cannot find module', []]);
});
