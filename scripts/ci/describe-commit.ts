import { execFileSync } from 'node:child_process';

const git = (...given: string[]): string => execFileSync('git', given, { encoding: 'utf8' }).trim();

/** The tested commit. Its number selects what alternates between runs, and its hash seeds random choices. */
export function describeCommit(): { id: string; count: number; seed: number } {
  const id = git('rev-parse', '--short=12', 'HEAD');
  return { id, count: Number(git('rev-list', '--count', 'HEAD')), seed: Number.parseInt(id.slice(0, 7), 16) };
}
