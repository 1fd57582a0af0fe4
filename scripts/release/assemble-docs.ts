import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareVersions, readVersion } from './version.ts';

// node scripts/release/assemble-docs.ts ARCHIVES SITE: the documentation of all releases as one site for Pages. ARCHIVES
// has parley-docs-X.Y.Z.tar.gz of each release, as they are attached to the releases (docs/operations/upgrading.md#releasing).

const ARCHIVE = /^parley-docs-(\d+\.\d+\.\d+)\.tar\.gz$/;
const minorOf = (version: string): string => version.split('.', 2).join('.');

/** The newest patch of each minor release, newest first. */
function versionsIn(archives: string): string[] {
  const newestFirst = readdirSync(archives)
    .flatMap((name) => ARCHIVE.exec(name)?.[1] ?? [])
    .filter((version) => readVersion(version) !== null)
    .sort((a, b) => compareVersions(b, a));
  return newestFirst.filter((version, index) => minorOf(newestFirst[index - 1] ?? '') !== minorOf(version));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A page that leads to another one, and keeps the fragment where the browser runs scripts. */
const leadTo = (target: string): string => `<!doctype html>
<meta charset="utf-8">
<title>Parley</title>
<link rel="canonical" href="${target}">
<script>location.replace('${target}' + location.hash)</script>
<meta http-equiv="refresh" content="0; url=${target}">
<a href="${target}">${target}</a>
`;

const listOf = (versions: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Documentation of Parley</title>
<style>body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.6 system-ui, sans-serif }</style>
<h1>Documentation of Parley</h1>
<ul>
${versions
  .map((version, index) => {
    const minor = minorOf(version);
    return `<li><a href="./${minor}/">${minor}</a> (${version}${index === 0 ? ', the latest release' : ''})</li>`;
  })
  .join('\n')}
</ul>
</html>
`;

/** A page's address relative to the folder of its version: a build has clean addresses. */
const addressOf = (path: string): string => path.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '');

/** Writes `latest/`, which leads page by page to the newest version. A copy would have that version's addresses anyway. */
function writeLatest(site: string, minor: string): void {
  const pages = readdirSync(join(site, minor), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  for (const page of pages) {
    const up = '../'.repeat(page.split('/').length);
    write(join(site, 'latest', page), leadTo(`${up}${minor}/${addressOf(page)}`));
  }
}

try {
  const [archives, site] = process.argv.slice(2);
  if (archives === undefined || site === undefined)
    throw new Error('Name both folders: assemble-docs.ts ARCHIVES SITE');
  const versions = versionsIn(archives);
  const [newest] = versions;
  if (newest === undefined) throw new Error(`${archives} has no parley-docs-X.Y.Z.tar.gz.`);
  for (const version of versions) {
    const folder = join(site, minorOf(version));
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', join(archives, `parley-docs-${version}.tar.gz`), '-C', folder]);
  }
  writeLatest(site, minorOf(newest));
  write(join(site, 'index.html'), listOf(versions));
  write(join(site, 'versions.json'), `${JSON.stringify(versions)}\n`);
  // Without it Pages leaves out names that begin with an underscore.
  write(join(site, '.nojekyll'), '');
  console.log(`Assembled the documentation of ${versions.join(', ')}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
