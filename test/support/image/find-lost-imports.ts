import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join, relative } from 'node:path';

/** Packages that a program uses if they are installed; the checkout does not have them either. */
const OPTIONAL =
  /^(pg-native|bufferutil|utf-8-validate|amqp-connection-manager|class-transformer|class-validator|ioredis|kafkajs|mqtt|pdfjs-dist|tsx|@nestjs\/platform-express|@nestjs\/websockets|ajv|ajv-formats)$/;
const IMPORT = /(?:\bfrom |\bimport |\bimport\(|\brequire\(|\.resolve\()"([a-z@.][^"\s:\\]*)"/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** Imports of the programs of a folder that the folder does not contain. */
export function findLostImports(root: string): string[] {
  const programs = filesBelow(root).filter((path) => /^(apps\/(parley|gateway)|services|packages)\/.*\.js$/.test(path));
  const isLost = (path: string, name: string): boolean => {
    if (name.startsWith('.')) return !existsSync(join(root, path, '..', name));
    const folders = createRequire(join(root, path)).resolve.paths(name) ?? [];
    return !folders.some((one) => one.startsWith(root) && existsSync(join(one, packageOf(name), 'package.json')));
  };
  const lost = programs.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)]
      .map(([, name = '']) => name)
      .filter((name) => !isBuiltin(name) && !OPTIONAL.test(packageOf(name)) && isLost(path, name))
      .map((name) => `${path}: ${name}`),
  );
  return [...new Set(lost)];
}

/** Links that lead nowhere, or out of the folder. */
export const findLostLinks = (root: string): string[] =>
  filesBelow(root).filter((path) => {
    if (!lstatSync(join(root, path)).isSymbolicLink()) return false;
    return !existsSync(join(root, path)) || !realpathSync(join(root, path)).startsWith(realpathSync(root));
  });

/** Files of the repository that no process of the image reads: sources, tests, lists for tools. */
export const findNeedlessFiles = (root: string): string[] =>
  filesBelow(root)
    .filter((path) => !/^(node_modules|apps\/(console|docs)\/dist)\//.test(path))
    .filter((path) => /\.tsx?$|(^|\/)(tests?|src)\/|(^|\/)(modules|package-lock)\.json$/.test(path));
