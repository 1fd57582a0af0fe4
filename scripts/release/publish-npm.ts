import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from './version.ts';

// node scripts/release/publish-npm.ts FOLDER [--dry-run]: publishes the archive in a folder of pack-npm.ts, unless the registry
// has its version. npm exchanges the job's OIDC token for one of the registry; no token is stored.

/** The first npm that publishes with a job's identity. */
const MIN_NPM = '11.5.1';

const npm = (...given: string[]): string => execFileSync('npm', given, { encoding: 'utf8' }).trim();

/** The manifest in an archive, whose one folder is `package`. */
function manifestIn(archive: string): { name: string; version: string } {
  // safe: pack-npm.ts wrote it
  return JSON.parse(execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' }));
}

function isPublished(name: string, version: string): boolean {
  const { status, stderr, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
  // npm prints nothing for a missing version of a package that exists.
  if (status === 0) return stdout.trim() !== '';
  if (stderr.includes('E404')) return false;
  throw new Error(`npm view ${name}@${version} failed: ${stderr}`);
}

try {
  const [folder, dry] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder: node scripts/release/publish-npm.ts FOLDER [--dry-run]');
  const [archive, ...others] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  if (archive === undefined || others.length > 0) throw new Error(`${folder} does not have one archive.`);
  const path = join(folder, archive);
  const { name, version } = manifestIn(path);
  if (dry === undefined && compareVersions(npm('--version'), MIN_NPM) < 0)
    throw new Error(`npm ${npm('--version')} cannot publish without a token: ${MIN_NPM} or newer can.`);
  if (dry === undefined && isPublished(name, version)) console.log(`${name} ${version} is published already.`);
  else {
    const how = dry === undefined ? ['--provenance'] : ['--dry-run', '--ignore-scripts'];
    execFileSync('npm', ['publish', path, '--access', 'public', ...how], { stdio: 'inherit' });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
