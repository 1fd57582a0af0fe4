import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addClosure, findPackage, readPackage } from './find-packages.mjs';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** In what the build of the documentation writes for browsers; Scalar's script names its licence in its first line. */
const OF_DOCUMENTATION = ['vitepress', 'vue', '@vueuse/core', 'mark.js', 'minisearch'];
/** Packages of the console that only its build uses. */
const BUILD_ONLY = /^(@types\/|@vitejs\/|vite$|@tailwindcss\/vite$|@parley\/)/;

/** The packages whose code is in the bundles, from the lists that the bundler wrote. */
function packagesInBundles(root, programs) {
  const found = new Set();
  for (const folder of new Set([...programs].map((file) => /^(.*?\/dist)\//.exec(file)[1]))) {
    const modules = JSON.parse(readFileSync(join(root, folder, 'modules.json'), 'utf8'));
    for (const module of Object.values(modules).flat()) {
      const path = PACKAGE_FOLDER.exec(module)?.[1];
      if (path !== undefined && existsSync(join(root, path, 'package.json'))) found.add(join(root, path));
    }
  }
  return found;
}

/** The packages whose code browsers get: those that the console is built from, with what they depend on. */
function packagesInPages(root) {
  const found = new Set();
  const { devDependencies } = readPackage(join(root, 'apps/console'));
  for (const name of Object.keys(devDependencies))
    if (!BUILD_ONLY.test(name)) addClosure(findPackage(name, join(root, 'apps/console')), found);
  for (const name of OF_DOCUMENTATION) {
    const folder = findPackage(name, join(root, 'apps/docs'));
    if (folder !== null) found.add(folder);
  }
  return found;
}

const describe = (folder) => {
  const { name, version, license, author } = readPackage(folder);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const by = typeof author === 'object' ? author?.name : author;
  const title = `${name} ${version}, ${typeof license === 'string' ? license : 'see below'}`;
  return [title, ...(texts.length > 0 ? texts : [by ? `By ${by}.` : 'It has no licence file.'])].join('\n\n');
};

/** The licences of the code by others that is in the bundles and in the pages; node_modules has those of its packages. */
export function collectLicences(root, programs) {
  const folders = new Set([...packagesInBundles(root, programs), ...packagesInPages(root)]);
  const texts = [...new Set([...folders].map(describe))].sort();
  const rule = `\n\n${'='.repeat(80)}\n\n`;
  return `${['Code by others in the programs and pages of this image, with its licences.', ...texts].join(rule)}\n`;
}
