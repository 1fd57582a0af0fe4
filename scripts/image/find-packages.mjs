import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folder of a package as Node finds it from another folder; null where it is not installed. */
export function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (folder === dirname(folder)) return null;
  }
}

/** Adds a package and everything that it depends on. Optional packages may be missing: each fits one platform. */
export function addClosure(folder, found) {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = readPackage(folder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    // Declarations of TypeScript alone.
    if (name.startsWith('@types/')) continue;
    const path = findPackage(name, folder);
    if (path !== null) addClosure(path, found);
    else if (!(name in optionalDependencies)) throw new Error(`${name} is missing, which ${folder} needs.`);
  }
  return found;
}
