import { BUS, git, placeInRelease, releasesOf } from '../compatibility/interfaces.ts';

/** A release, and the commit of its tree. */
export interface FoundRelease {
  version: string;
  commit: string;
}

/** The commit of a release: that of its tag, or the one that added its folder of docs/releases; null if there is none. */
export function findRelease(root: string, version: string): string | null {
  const tagged = git(root, 'rev-parse', '--verify', '--quiet', `v${version}^{commit}`)?.trim();
  if (tagged) return tagged;
  const added = git(root, 'log', '--diff-filter=A', '--format=%H', '--', placeInRelease(version, BUS));
  return added?.trim().split('\n').at(-1) || null;
}

/**
 * The release before this tree: the newest one in docs/releases, or the one before it if this tree is its commit. It needs no
 * tag. Throws if the history does not reach it.
 */
export function findLastRelease(root: string): FoundRelease {
  const head = git(root, 'rev-parse', 'HEAD')?.trim();
  const versions = releasesOf(root);
  for (const version of versions) {
    const commit = findRelease(root, version);
    if (commit === null) throw new Error(`The history of this clone does not reach ${version}: git fetch --unshallow`);
    if (commit !== head) return { version, commit };
  }
  throw new Error(`There is no release before this tree: docs/releases has ${versions.join(', ') || 'no folder'}.`);
}
