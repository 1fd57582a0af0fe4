import { execFileSync, spawnSync } from 'node:child_process';
import { unseenSuites } from './unseen-dependencies.ts';

// Runs the tests that a change concerns, without e2e (docs/tests.md): by imports, and by a table of dependencies that
// imports do not show. A change is the difference from the merge base with the main branch, committed or not.

const git = (...given: string[]): string => execFileSync('git', given, { encoding: 'utf8' }).trim();

/** PARLEY_TEST_BASE, or the commit where this branch left the main branch, preferably the remote's. */
function findBase(): string {
  if (process.env.PARLEY_TEST_BASE) return git('rev-parse', process.env.PARLEY_TEST_BASE);
  for (const branch of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', branch);
    } catch {}
  return git('rev-parse', 'HEAD');
}

const base = findBase();
const changed = [
  ...git('diff', '--name-only', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter(Boolean);
console.log(`${changed.length} files differ from ${base.slice(0, 12)}.`);

const runVitest = (...given: string[]): boolean =>
  spawnSync('npx', ['vitest', 'run', '--project', 'main', '--exclude', 'test/e2e/**', '--passWithNoTests', ...given], {
    stdio: 'inherit',
  }).status === 0;

const unseen = unseenSuites(changed);
const byImports = runVitest('--changed', base);
const byTable = unseen.length === 0 || runVitest(...unseen);
process.exit(byImports && byTable ? 0 : 1);
