import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Commits of a job are those of the host's bot. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'github-actions[bot]',
  GIT_AUTHOR_EMAIL: '41898282+github-actions[bot]@users.noreply.github.com',
  GIT_COMMITTER_NAME: 'github-actions[bot]',
  GIT_COMMITTER_EMAIL: '41898282+github-actions[bot]@users.noreply.github.com',
};

/** Runs git in the current folder; returns what it prints. */
export function git(
  given: readonly string[],
  { input, env = {} }: { input?: string; env?: Record<string, string> } = {},
): string {
  const environment = { ...process.env, ...AUTHOR, ...env };
  return execFileSync('git', given, { encoding: 'utf8', input, env: environment, maxBuffer: 1 << 26 }).trim();
}

export const hasTag = (tag: string): boolean => git(['ls-remote', '--tags', 'origin', `refs/tags/${tag}`]) !== '';

/** Makes a tag of a tree, and pushes it alone. A tag is never moved. */
export function pushTag(tag: string, tree: string, parents: readonly string[], message: string): void {
  const commit = git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', message]);
  git(['push', 'origin', `${commit}:refs/tags/${tag}`]);
}

/** The version of the SDKs, which is that of the API. */
export const sdkVersion = (): string =>
  // safe: npm requires it of every manifest
  (JSON.parse(readFileSync(join('sdks/typescript/package.json'), 'utf8')) as { version: string }).version;
