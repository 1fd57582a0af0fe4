// Copies what the image runs of the built repository: node scripts/image/pack-app.mjs <folder>
// <folder>/app has the programs, <folder>/pages the console and the documentation.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectLicences } from './collect-licences.mjs';
import { copyTo } from './copy-files.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every program that a container starts, or that a program starts: as a process or as a thread. */
const PROGRAMS = [
  ...['main', 'part', 'cli'].map((name) => `apps/parley/dist/${name}.js`),
  'apps/gateway/dist/main.js',
  'services/pairing/dist/main.js',
  'services/bots/dist/main.js',
  'services/bots/dist/knowledge/source-worker.client.js',
  'services/files/dist/thumbnails/thumbnail-worker.client.js',
  'packages/database/dist/migrate-main.js',
  'packages/bus/dist/process/run-in-child-main.js',
];
/** Files that programs read. */
const FILES = [
  ...['bin/parley-container', 'bin/parley-health'],
  ...['package.json', 'LICENSE'],
  ...['prisma/package.json', 'prisma/schema', 'prisma/migrations'],
  ...['apps/gateway/assets', 'apps/sandbox/assets', 'apps/sandbox/LICENSE'],
  ...['apps/parley/package.json', 'apps/parley/LICENSE', 'apps/gateway/package.json', 'apps/console/package.json'],
  ...['services/pairing/package.json', 'services/pairing/LICENSE', 'services/bots/package.json'],
];
const PAGES = ['apps/console/dist', 'apps/docs/dist'];
/** Packages of the repository that programs find by name. */
const LINKS = { pairing: 'services/pairing', bots: 'services/bots', prisma: 'prisma', console: 'apps/console' };

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.\.?\/[^"]+\.js)"/g;

/** A program, and the files that it and they import. */
function filesOf(program, found = new Set()) {
  if (found.has(program)) return found;
  found.add(program);
  for (const [, imported] of readFileSync(join(ROOT, program), 'utf8').matchAll(IMPORT))
    filesOf(join(dirname(program), imported), found);
  return found;
}

function link(target, path) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

const out = resolve(process.argv[2] ?? 'packed');
const app = join(out, 'app');
const programs = new Set(PROGRAMS.flatMap((program) => [...filesOf(program)]));
for (const file of programs) {
  copyTo(ROOT, app, file);
  // Stack traces name lines of the sources.
  if (existsSync(join(ROOT, `${file}.map`))) copyTo(ROOT, app, `${file}.map`);
}
for (const file of FILES) copyTo(ROOT, app, file);
link(join(app, 'apps/parley/dist/cli.js'), join(app, 'bin/parley'));
for (const [name, folder] of Object.entries(LINKS)) link(join(app, folder), join(app, 'node_modules/@parley', name));
writeFileSync(join(app, 'THIRD-PARTY-LICENSES.txt'), collectLicences(ROOT, programs));
for (const folder of PAGES) copyTo(ROOT, join(out, 'pages'), folder);
