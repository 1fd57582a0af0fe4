import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

/** Tests of one part of a run. */
export interface Counts {
  files: number;
  passed: number;
  failed: number;
  skipped: number;
}

/** The results of a part's tests. */
export interface Results extends Counts {
  /** Each failed test with its file and the first lines of its error. */
  failures: readonly string[];
}

/** One part of a run, for the table at its end. */
export interface Part extends Results {
  name: string;
  passes: boolean;
  wallSeconds: number;
  /** CPU time of the whole machine, including other programs. */
  cpuSeconds: number;
}

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      /** The error of a file that could not be run. */
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** Enough for an assertion and its location. */
const LINES_OF_FAILURE = 12;

const describeFailure = (title: string, message: string): string =>
  [title, ...message.split('\n', LINES_OF_FAILURE).map((line) => `  ${line}`)].join('\n');

function failuresOf({ name, message, assertionResults }: z.output<typeof Report>['testResults'][number]): string[] {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return message ? [describeFailure(path, message)] : [];
  return failed.map(({ fullName, failureMessages }) =>
    describeFailure(`${path} > ${fullName}`, (failureMessages ?? []).join('\n')),
  );
}

/**
 * Reads vitest's JSON report, so that the end of a log is enough to start with; empty for a part without one, such as
 * the check.
 */
export function readResults(path: string): Results {
  if (!existsSync(path)) return { files: 0, passed: 0, failed: 0, skipped: 0, failures: [] };
  const report = Report.parse(JSON.parse(readFileSync(path, 'utf8')));
  return {
    files: report.testResults.length,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
  };
}

/** The totals over all parts. */
export function totalsOf(parts: readonly Part[]): Counts {
  const total = { files: 0, passed: 0, failed: 0, skipped: 0 };
  for (const key of ['files', 'passed', 'failed', 'skipped'] as const)
    for (const part of parts) total[key] += part[key];
  return total;
}

const testsOf = ({ passed, failed, skipped }: Counts): string =>
  [String(passed + failed), failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');

/** The table of a run: part, files, tests, seconds of wall clock and processor. */
export function formatTable(parts: readonly Part[]): string {
  const sum = (of: (part: Part) => number): string => parts.reduce((total, part) => total + of(part), 0).toFixed(0);
  const total = totalsOf(parts);
  const rows = [
    ['part', 'files', 'tests', 'wall s', 'CPU s', ''],
    ...parts.map((part) => [
      part.name,
      String(part.files),
      testsOf(part),
      part.wallSeconds.toFixed(0),
      part.cpuSeconds.toFixed(0),
      part.passes ? 'ok' : 'FAILED',
    ]),
    ['all', String(total.files), testsOf(total), sum((part) => part.wallSeconds), sum((part) => part.cpuSeconds), ''],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
