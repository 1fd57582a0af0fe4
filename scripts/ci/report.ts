import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Tests of one part of a run. */
export interface Counts {
  files: number;
  passed: number;
  failed: number;
  skipped: number;
}

/** One part of a run, for the table at its end. */
export interface Part extends Counts {
  name: string;
  passes: boolean;
  wallSeconds: number;
  /** Of the whole machine: another program's work is in it. */
  cpuSeconds: number;
}

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(z.unknown()),
});

/** What vitest's JSON report counts; zeros for a part that has none, such as the check. */
export function readCounts(path: string): Counts {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { files: 0, passed: 0, failed: 0, skipped: 0 };
  }
  const report = Report.parse(JSON.parse(text));
  return {
    files: report.testResults.length,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The sums of all parts. */
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
