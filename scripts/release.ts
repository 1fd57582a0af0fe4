import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dateChangelog } from './release/date-changelog.ts';
import { compareVersions } from './release/version.ts';
import { apiVersionOf, versionOf, writeApiVersion, writeVersion } from './release/write-version.ts';

// npm run release -- 0.2.0 [--sdks 1.1.0] [--commit]: docs/operations/upgrading.md#releasing

const root = process.cwd();
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Everything that can refuse a release is checked before anything is written. */
function assertReleasable(version: string, apiVersion: string | undefined): void {
  const [last] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  if (last && compareVersions(version, last) <= 0)
    throw new Error(`${version} is not higher than the release ${last}.`);
  const written = versionOf(root);
  if (compareVersions(version, written) < 0) throw new Error(`${version} is lower than the version ${written}.`);
  if (apiVersion !== undefined && compareVersions(apiVersion, apiVersionOf(root)) <= 0)
    throw new Error(`${apiVersion} is not higher than the version ${apiVersionOf(root)} of the API.`);
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`There are changes that are not committed:\n${changed}`);
}

function release(version: string, { sdks, commit }: { sdks?: string; commit: boolean }): void {
  assertReleasable(version, sdks);
  const changelog = join(root, 'CHANGELOG.md');
  const dated = dateChangelog(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10));
  if (sdks !== undefined) writeApiVersion(root, sdks);
  writeVersion(root, version);
  writeFileSync(changelog, dated);
  const written = git('status', '--porcelain').split('\n').length;
  console.log(`Wrote ${version} into ${written} files.${sdks === undefined ? '' : ' Run npm run generate.'}`);
  if (!commit) return;
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
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
