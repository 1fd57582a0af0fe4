import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SLOWNESS } from './packages/testing/src/slowness.ts';
import { countDefaultWorkers, countWorkers } from './test/support/count-workers.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Workspace packages resolve to their sources, so a test never runs against a stale build. */
const alias = [
  {
    find: /^@parley\/(common|runtime|bus|database|messaging|embedded-postgres|providers|testing)\/(.+)$/,
    replacement: `${root}packages/$1/src/$2.ts`,
  },
  { find: /^@parley\/prisma\/(.+)$/, replacement: `${root}prisma/generated/$1.ts` },
  { find: /^@parley\/(gateway|sandbox|parley|cli)\/(.+)$/, replacement: `${root}apps/$1/src/$2.ts` },
  { find: /^@parley\/sdk$/, replacement: `${root}sdks/typescript/src/index.ts` },
  { find: /^@parley\/([a-z-]+)\/(.+)$/, replacement: `${root}services/$1/src/$2.ts` },
];

/** Counts commits: what alternates between runs goes by it. */
function countCommits(): string {
  try {
    return execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return '0';
  }
}
process.env.PARLEY_TEST_TURN ??= countCommits();

/**
 * `npm test` runs `main`, `npm run test:faults` and `npm run test:browser` the others: kills, a second pass of the suites on the
 * cluster, and browsers take minutes. A file of a package that kills or freezes processes, or simulates minutes of load, is named
 * `*.fault.test.ts`.
 */
const FAULTS = ['{packages,services,apps}/*/{src,test}/**/*.fault.test.ts', 'test/faults/**/*.test.ts'];
/** The suites of the API on the cluster: a third of them a run, all in the soak tier. */
const SECOND_PASS = 'test/e2e/cluster.test.ts';
/** Only in the soak tier, which also has the faults with their full counts (docs/tests.md). */
const SOAK = ['{packages,services,apps}/*/{src,test}/**/*.soak.test.ts', 'test/soak/**/*.test.ts'];
const PROJECTS = {
  main: {
    // A process runs file after file: loading the same modules again for each takes longer than many tests.
    isolate: false,
    include: [
      '{packages,services,apps}/*/{src,test}/**/*.test.ts',
      'sdks/typescript/test/**/*.test.ts',
      'test/{e2e,statements}/**/*.test.ts',
      '{bench,scripts}/**/*.test.ts',
    ],
    exclude: [...FAULTS, SECOND_PASS, ...SOAK],
  },
  faults: {
    include: [...FAULTS, SECOND_PASS],
    // They wait for a lease, a retry or a restart for a third of their time: two would leave a processor idle.
    maxWorkers: countWorkers({ most: 3, least: 2 }),
    sequence: { groupOrder: 2 },
  },
  soak: { include: [...FAULTS, SECOND_PASS, ...SOAK], env: { PARLEY_TEST_TIER: 'soak' } },
  /** The packed SDKs, on their own and over a running Parley: `npm run test:sdks`. */
  sdks: {
    include: ['{sdks/conformance,sdks/python,sdks/php,sdks/go,examples}/**/*.test.ts'],
    sequence: { groupOrder: 3 },
  },
  /** The nodes for n8n over a running Parley: `npm run test:n8n`. */
  n8n: { include: ['integrations/n8n-nodes-parley/test/**/*.test.ts'], sequence: { groupOrder: 4 } },
  /** Draws docs/screens again: `npm run screens`. */
  screens: { include: ['test/screens/**/*.test.ts'], sequence: { groupOrder: 5 }, testTimeout: 300_000 },
  browser: {
    // A worker runs file after file in one Chromium, and all workers use one system: a fourth worker costs one Chromium.
    isolate: false,
    maxWorkers: countWorkers({ most: 4, least: 3 }),
    // Vitest runs projects with different numbers of workers one after the other.
    sequence: { groupOrder: 1 },
    globalSetup: ['test/support/share-system.ts'],
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000 * SLOWNESS,
  },
};

export default defineConfig({
  // The global setup belongs to no project.
  resolve: { alias },
  test: {
    reporters: process.env.PARLEY_TEST_REPORT
      ? ['default', ['json', { outputFile: process.env.PARLEY_TEST_REPORT }]]
      : ['default'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    maxWorkers: countDefaultWorkers(),
    sequence: { sequencer: LongestFirst },
    // More than a file has lanes, and concurrent tests inside one of them.
    maxConcurrency: 12,
    projects: Object.entries(PROJECTS).map(([name, files]) => ({
      resolve: { alias },
      // Deadlines of what is stuck, on a machine that does other work as well.
      test: {
        name,
        testTimeout: 60_000 * SLOWNESS,
        ...files,
        restoreMocks: true,
        hookTimeout: 120_000 * SLOWNESS,
        // A failure that CI saw once shows all of what it compared.
        chaiConfig: { truncateThreshold: 0 },
        expect: { poll: { timeout: 45_000 * SLOWNESS } },
      },
    })),
  },
});
