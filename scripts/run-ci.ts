import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeCommit } from './ci/describe-commit.ts';
import { formatTable, type Part, readResults, totalsOf } from './ci/report.ts';

// The steps of CI after `npm ci`, and one table at the end (docs/tests.md). A failed check ends the run, because all
// other steps cost minutes; a failed suite does not, so that one run shows every failure.

const commit = describeCommit();
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PARLEY_TEST_SEED: process.env.PARLEY_TEST_SEED ?? String(commit.seed),
  PARLEY_TEST_TURN: process.env.PARLEY_TEST_TURN ?? String(commit.count),
};
const PARTS = [
  { name: 'check', arguments: ['run', 'check'] },
  { name: 'test', arguments: ['test'] },
  { name: 'test:faults', arguments: ['run', 'test:faults'] },
  { name: 'test:browser', arguments: ['run', 'test:browser'] },
  { name: 'test:sdks', arguments: ['run', 'test:sdks'] },
  { name: 'test:soak', arguments: ['run', 'test:soak', '--', '--slice'] },
] as const;

/** CPU seconds of the check on the machine for which the numbers of concurrent test files were chosen. */
const USUAL_CHECK_SECONDS = 66;

/** From here on, the whole would take longer than a run may: the suites that are named take turns with their halves. */
const HALF_FROM_SLOWNESS = 3;
const HALVED: ReadonlySet<string> = new Set(['test:faults', 'test:browser']);

/** The half of a suite that is due, on a machine that is too slow for all of it. */
function halfOf(name: string): string[] {
  if (!HALVED.has(name) || Number(environment.PARLEY_TEST_SLOWNESS ?? 1) < HALF_FROM_SLOWNESS) return [];
  const half = (Number(environment.PARLEY_TEST_TURN) % 2) + 1;
  console.log(`Half ${half} of 2 runs: this machine is too slow for both.`);
  return ['--', `--shard=${half}/2`];
}

/** CPU seconds of the whole machine, including killed processes and the tests' servers. */
const busySeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

const reports = mkdtempSync(join(tmpdir(), 'parley-ci-'));

function runPart({ name, arguments: given }: (typeof PARTS)[number]): Part {
  const report = join(reports, `${name.replace(':', '-')}.json`);
  const startedAt = Date.now();
  const busyBefore = busySeconds();
  console.log(`\n── ${name} ──`);
  const { status } = spawnSync('npm', [...given, ...halfOf(name)], {
    stdio: 'inherit',
    env: { ...environment, PARLEY_TEST_REPORT: report },
  });
  return {
    name,
    passes: status === 0,
    wallSeconds: (Date.now() - startedAt) / 1000,
    cpuSeconds: busySeconds() - busyBefore,
    ...readResults(report),
  };
}

console.log(`Commit ${commit.id}, number ${commit.count}: PARLEY_TEST_SEED=${environment.PARLEY_TEST_SEED}`);
const done: Part[] = [];
for (const part of PARTS) {
  const ran = runPart(part);
  done.push(ran);
  if (part.name !== 'check') continue;
  if (!ran.passes) break;
  // Fewer tests run at the same time on a slow or busy machine (docs/tests.md#a-slow-machine).
  environment.PARLEY_TEST_SLOWNESS = (ran.cpuSeconds / USUAL_CHECK_SECONDS).toFixed(2);
  console.log(`The check took ${environment.PARLEY_TEST_SLOWNESS} times the usual CPU.`);
}
rmSync(reports, { recursive: true, force: true });
const { passed, failed, skipped } = totalsOf(done);
for (const failure of done.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${formatTable(done)}\n\nTests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(done.every(({ passes }) => passes) ? 0 : 1);
