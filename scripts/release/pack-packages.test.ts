import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { findArchiveProblems } from './find-archive-problems.ts';
import { packNpm } from './pack-npm.ts';
import { packPhp } from './pack-php.ts';
import { packPython } from './pack-python.ts';
import { readPackageNames } from './package-names.ts';

// Packs what a release publishes. The nodes for n8n need packages that only their own tests install (npm run test:n8n).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = mkdtempSync(join(tmpdir(), 'parley-packages-'));
const NAMES = readPackageNames({
  NPM_SCOPE: '@someone',
  PYPI_PROJECT: 'someone-sdk',
  PACKAGIST_NAME: 'someone/messages',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'someone/parley',
});
/** As the job names it: from the folder of the checkout. */
const GIVEN = relative(process.cwd(), OUT);
const IN_TREE = readPackageNames({});
const { version } = JSON.parse(readFileSync(join(ROOT, 'sdks/typescript/package.json'), 'utf8')) as { version: string }; // safe: npm requires it
const run = (program: string, given: readonly string[], cwd = OUT): string =>
  execFileSync(program, given, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const readIn = (archive: string, path: string): string => run('tar', ['-xzOf', archive, path]);

afterAll(() => rmSync(OUT, { recursive: true, force: true }));

describe('for npm', () => {
  test('the SDK has its published name, the repository, and nothing that belongs to the tree', () => {
    const archive = packNpm(ROOT, GIVEN, 'npm-sdk', NAMES);
    expect(archive).toBe(join(OUT, `npm-sdk/someone-sdk-${version}.tgz`));
    const manifest = JSON.parse(readIn(archive, 'package/package.json'));
    expect(manifest).toMatchObject({
      name: '@someone/sdk',
      version,
      license: 'Apache-2.0',
      repository: { type: 'git', url: 'git+https://github.com/someone/parley.git', directory: 'sdks/typescript' },
    });
    for (const member of ['private', 'scripts', 'devDependencies']) expect(manifest).not.toHaveProperty(member);
    const readme = readIn(archive, 'package/README.md');
    expect(readme).toContain(`someone-sdk-${version}.tgz`);
    expect(readme).toContain("from '@someone/sdk'");
    expect(readme).not.toContain('@parley/sdk');
  });

  test('the command line installs without a registry, runs, and has the licences of what it contains', () => {
    const archive = packNpm(ROOT, GIVEN, 'npm-cli', IN_TREE);
    const home = join(OUT, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], home);
    expect(run(join(home, 'node_modules/.bin/parley'), ['--help'])).toContain('listen');
    const notices = readIn(archive, 'package/THIRD-PARTY-LICENSES.txt');
    for (const name of ['commander', 'zod']) expect(notices).toMatch(new RegExp(`^${name} \\d.*\\(MIT\\)$`, 'm'));
  });

  test('npm accepts both, as publish-npm.ts gives them', () => {
    for (const folder of ['npm-sdk', 'npm-cli']) {
      const script = join(ROOT, 'scripts/release/publish-npm.ts');
      const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
      expect(() => run(process.execPath, ['--import', tsx, script, join(OUT, folder), '--dry-run'])).not.toThrow();
    }
  });

  test('an archive with missing files, files of the tree, or paths of the machine is refused', () => {
    const folder = join(OUT, 'package');
    mkdirSync(join(folder, 'test'), { recursive: true });
    const manifest = { name: 'a', version: '1.0.0', license: 'MIT', description: 'A', private: true, bin: './cli.js' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'README.md'), 'A');
    writeFileSync(join(folder, 'test/a.js'), `throw new Error('${ROOT}')`);
    writeFileSync(join(folder, 'a.js.map'), '{ "sources": ["../src/a.ts"] }');
    run('tar', ['-czf', 'bad.tgz', 'package']);
    expect(findArchiveProblems(join(OUT, 'bad.tgz'), ROOT)).toEqual([
      expect.stringContaining('package.json: private'),
      'LICENSE is missing',
      'test/a.js is not for users',
      'package.json names cli.js, which is not in the archive',
      'test/a.js contains a path of this machine',
      'a.js.map names ../src/a.ts, which is not in the archive',
    ]);
  });
});

test('the wheel and the source archive of Python have their published name, and may be uploaded', async () => {
  const [wheel = '', source = ''] = await packPython(ROOT, GIVEN, NAMES);
  expect([wheel, source]).toEqual([
    join(OUT, `python/someone_sdk-${version}-py3-none-any.whl`),
    join(OUT, `python/someone_sdk-${version}.tar.gz`),
  ]);
  const list = run('python3', ['-m', 'zipfile', '-l', wheel]);
  for (const name of ['parley/__init__.py', 'parley/py.typed', 'LICENSE']) expect(list).toContain(name);
  const metadata = run('python3', [
    '-c',
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.read(next(n for n in z.namelist() if n.endswith("/METADATA"))).decode())',
    wheel,
  ]);
  expect(metadata).toMatch(/^Name: someone-sdk$/m);
  expect(metadata).toMatch(/^Project-URL: Repository, https:\/\/github\.com\/someone\/parley$/m);
  expect(metadata).toContain('pip install someone-sdk');
  expect(metadata).not.toContain('Private ::');
  expect(run('tar', ['-tzf', source])).toContain(`\nsomeone_sdk-${version}/pyproject.toml\n`);
});

test('the archive of PHP has its published name', async () => {
  const { archive } = await packPhp(ROOT, GIVEN, NAMES);
  expect(archive).toBe(join(OUT, `php/someone-messages-${version}.zip`));
  const manifest = run('python3', [
    '-c',
    'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("composer.json").decode())',
    archive,
  ]);
  expect(JSON.parse(manifest)).toMatchObject({ name: 'someone/messages', version, license: 'Apache-2.0' });
});

test.each([
  [{ NPM_SCOPE: 'someone' }, 'PARLEY_NPM_SCOPE is someone: use a name such as @parley.'],
  [{ PYPI_PROJECT: 'A B' }, 'PARLEY_PYPI_PROJECT is A B'],
  [{ PACKAGIST_NAME: 'sdk' }, 'PARLEY_PACKAGIST_NAME is sdk'],
])('%j is refused', (environment, message) => {
  expect(() => readPackageNames(environment)).toThrow(message);
});
