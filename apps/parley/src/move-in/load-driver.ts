import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages of other systems' databases with the version that is tested. They are not installed with Parley. */
const DRIVERS = { 'mysql2/promise': 'mysql2@3', 'sql.js': 'sql.js@1' } as const;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(String(Reflect.get(error, 'code')));

/** The package beside Parley, or in the directory of the command. Throws an error that says how to install it. */
export async function loadDriver(name: keyof typeof DRIVERS): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve(name);
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`This source needs a package: npm install --no-save ${DRIVERS[name]} (in this directory).`);
  }
}
