import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CursorStore } from '@parley/sdk';
import { configFolder, type Login, writePrivateFile } from './login.ts';

/** The position of `listen` in the events of a key, per receiver: a restart resumes there. */
export function fileCursor({ baseUrl, apiKey }: Login, forward: string): CursorStore {
  const name = createHash('sha256')
    .update(JSON.stringify([baseUrl, apiKey, forward]))
    .digest('hex')
    .slice(0, 24);
  const path = join(configFolder(), 'cursors', name);
  return {
    load: () => readFile(path, 'utf8').catch(() => null),
    save: (position) => writePrivateFile(path, position),
  };
}
