import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { describeSlice, SLICES, type Slice } from '../test/soak-slices.ts';
import { describeCommit } from './ci/describe-commit.ts';

// The soak tier (docs/tests.md): everything, or with --slice the slice that the number of commits selects.

/** A slice that ends earlier is followed by the next. */
const LEAST_SECONDS = 60;

const commit = describeCommit();
const seed = Number(process.env.PARLEY_TEST_SEED ?? commit.seed);

/** Each slice of the same files has its own seed, which its tests print; otherwise it would repeat the first slice. */
function runVitest({ files, only, nth, of }: Slice): boolean {
  const titles = only === undefined ? [] : ['-t', only];
  const given = ['vitest', 'run', '--project', 'soak', '--no-file-parallelism', ...titles, ...files];
  const env = { ...process.env, PARLEY_TEST_SEED: String(seed + nth - 1), PARLEY_TEST_PART: `${nth}/${of}` };
  return spawnSync('npx', given, { stdio: 'inherit', env }).status === 0;
}

function runSlices(first: number): boolean {
  const startedAt = Date.now();
  const ran: Slice[] = [];
  let passes = true;
  for (let n = first; ran.length < SLICES.length && Date.now() - startedAt < LEAST_SECONDS * 1000; n++) {
    const slice = SLICES[n % SLICES.length];
    if (!slice) break;
    console.log(`Slice ${(n % SLICES.length) + 1} of ${SLICES.length}: ${describeSlice(slice)}`);
    passes = runVitest(slice) && passes;
    ran.push(slice);
  }
  const skipped = SLICES.filter((slice) => !ran.includes(slice)).map(describeSlice);
  console.log(`Skipped ${skipped.length} of ${SLICES.length} slices:\n${skipped.join('\n')}`);
  return passes;
}

const { values } = parseArgs({ options: { slice: { type: 'boolean' }, nth: { type: 'string' } } });
console.log(`Soak tier of commit ${commit.id}: PARLEY_TEST_SEED=${seed}`);
const first = values.nth === undefined ? commit.count : Number(values.nth) - 1;
process.exit((values.slice ? runSlices(first % SLICES.length) : runVitest({ files: [], nth: 1, of: 1 })) ? 0 : 1);
