import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBreaches } from './compatibility/find-breaches.ts';
import { lastTag, releasesOf } from './compatibility/interfaces.ts';
import { dateChangelog } from './release/date-changelog.ts';
import { findRelease } from './release/find-release.ts';
import { compareVersions } from './release/version.ts';
import { SNAPSHOT_PATHS, writeSnapshot } from './release/write-snapshot.ts';
import { apiVersionOf, versionOf, writeApiVersion, writeVersion } from './release/write-version.ts';

// npm run release -- 0.2.0 [--sdks 1.1.0] [--commit]: docs/operations/upgrading.md#releasing

const root = process.cwd();
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const tag = (version: string, commit: string): string =>
  git('tag', '--annotate', `v${version}`, commit, '--message', `Release ${version}`);

/** Everything that can refuse a release is checked before anything is written. */
function assertReleasable(version: string, apiVersion: string | undefined): void {
  const written = versionOf(root);
  if (compareVersions(version, written) < 0) throw new Error(`${version} is lower than the version ${written}.`);
  for (const last of [lastTag(root), releasesOf(root)[0]])
    if (last && compareVersions(version, last) <= 0)
      throw new Error(`${version} is not higher than the release ${last}.`);
  if (apiVersion !== undefined && compareVersions(apiVersion, apiVersionOf(root)) <= 0)
    throw new Error(`${apiVersion} is not higher than the version ${apiVersionOf(root)} of the API.`);
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`There are changes that are not committed:\n${changed}`);
  const { problems } = findBreaches(root);
  if (problems.length > 0) throw new Error(`The promise of an earlier release is broken:\n${problems.join('\n')}`);
}

/** Tags a release that this tree contains without its tag; false if it is no such release. */
function tagEarlier(version: string, commit: boolean): boolean {
  const earlier = lastTag(root) === `v${version}` ? null : findRelease(root, version);
  if (earlier === null) return false;
  if (!commit) throw new Error(`${version} is released by the commit ${earlier}: --commit tags it.`);
  tag(version, earlier);
  console.log(`Tagged ${earlier} as v${version}. Push it: git push origin v${version}`);
  return true;
}

function release(version: string, { sdks, commit }: { sdks?: string; commit: boolean }): void {
  if (tagEarlier(version, commit)) return;
  assertReleasable(version, sdks);
  const changelog = join(root, 'CHANGELOG.md');
  const dated = dateChangelog(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10));
  const api = sdks === undefined ? undefined : { old: apiVersionOf(root), next: sdks };
  if (api) writeApiVersion(root, api.next);
  writeSnapshot(root, version, api);
  writeVersion(root, version);
  writeFileSync(changelog, dated);
  const written = git('status', '--porcelain').split('\n').length;
  console.log(`Wrote ${version} into ${written} files.${sdks === undefined ? '' : ' Run npm run generate.'}`);
  if (!commit) return;
  git('add', ...SNAPSHOT_PATHS);
  const body = `CHANGELOG.md says what is new; docs/releases/${version} has the interfaces\nwith which later trees are compared.`;
  git('commit', '--quiet', '--all', '--message', `Release ${version}`, '--message', body);
  tag(version, 'HEAD');
  console.log(`Committed, and tagged v${version}. Push both: git push --follow-tags`);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sdks: { type: 'string' }, commit: { type: 'boolean', default: false } },
  });
  const [version] = positionals;
  if (version === undefined) throw new Error('Name the version: npm run release -- 0.2.0 [--sdks 1.1.0] [--commit]');
  if (values.commit && values.sdks !== undefined)
    throw new Error(
      'A release with --sdks changes generated files: run npm run generate, commit, and tag it yourself.',
    );
  release(version, values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
