import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PieceStore } from './sealed-files.client.ts';

/** Pieces in a local directory, which replicas may share. Only the process's own user can read them. */
export function makeDirectoryStore(root: string): PieceStore {
  return {
    async put(folder, name, bytes) {
      const path = join(root, folder);
      const made = await mkdir(path, { recursive: true, mode: 0o700 });
      const written = join(path, `${name}.${randomUUID()}`);
      await writeDurably(written, bytes);
      await rename(written, join(path, name));
      await syncDirectory(path);
      // Each new directory is an entry of its parent.
      for (let at = path; made !== undefined && at.length >= made.length; at = dirname(at))
        await syncDirectory(dirname(at));
    },
    get: (folder, name) => readFile(join(root, folder, name)),
    remove: (folder) => rm(join(root, folder), { recursive: true, force: true }),
    async freeBytes() {
      const { bavail, bsize } = await statfs(root).catch(async () => {
        await mkdir(root, { recursive: true, mode: 0o700 });
        return statfs(root);
      });
      return bavail * bsize;
    },
  };
}

/** Makes the entries of a directory durable (fsync). */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
