import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const PACKAGE = new URL('../../../../package.json', import.meta.url);
const Package = z.looseObject({ version: z.string() });

/** The version of the running files, if nobody replaces them while the process runs. */
export const readParleyVersion = async (): Promise<string> =>
  Package.parse(JSON.parse(await readFile(PACKAGE, 'utf8'))).version;
