import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { isAbsent } from '@parley/runtime/reading/is-absent';
import type { KeptPart } from './kept-part.ts';

/** The version of the kept values' shape: a file of another version is set aside. */
const VERSION = 1;
const HEAD = Buffer.from(`parley-sandbox ${VERSION}\n`);
const FILE = 'state.bin';
/** A larger state is not written, and the last file stays. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Changes within this time are written together. */
const SAVE_AFTER_MS = 250;
/** A write may cost a thirtieth of the process's time. */
const MAX_SHARE = 30;

/** The file in which the sandbox keeps its memory. */
export interface StateFile {
  /** Whether it held the memory of an earlier run. */
  restored: boolean;
  /** Saves soon. */
  changed(): void;
  /** Saves the changes; nothing is saved afterwards. */
  close(): Promise<void>;
}

interface Options {
  directory: string;
  part: KeptPart;
  /** Gets a sentence for a person. */
  say(sentence: string): void;
}

/** Replaces the file as a whole, so that a killed process leaves the old one. */
async function replaceFile(path: string, bytes: readonly Uint8Array[]): Promise<void> {
  const draft = await open(`${path}.new`, 'w', 0o600);
  try {
    await draft.writev([...bytes]);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${path}.new`, path);
}

/** Loads the file; false if there is none, or none that this version can read. */
async function loadFile(path: string, { part, say }: Options): Promise<boolean> {
  try {
    const bytes = await readFile(path);
    if (!bytes.subarray(0, HEAD.length).equals(HEAD)) throw new Error('It has another version.');
    part.load(deserialize(bytes.subarray(HEAD.length)));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    await rename(path, `${path}.old`);
    say(
      `The sandbox cannot read ${path}, which another version wrote: it is now ${path}.old, and the sandbox starts anew.`,
    );
    return false;
  }
}

/** Loads the memory that an earlier run kept in the directory, and saves changes from now on. */
export async function openStateFile(options: Options): Promise<StateFile> {
  const { directory, part, say } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, FILE);
  const restored = await loadFile(path, options);
  let timer: NodeJS.Timeout | null = null;
  let isChanged = false;
  let isClosed = false;
  let hasWarned = false;
  let tookMs = 0;
  let writing: Promise<void> = Promise.resolve();

  function warn(why: string): void {
    if (!hasWarned) say(`The sandbox cannot save its state in ${path}: ${why}`);
    hasWarned = true;
  }

  async function save(): Promise<void> {
    if (!isChanged) return;
    isChanged = false;
    const startedMs = performance.now();
    const bytes = serialize(part.save());
    tookMs = performance.now() - startedMs;
    if (bytes.length > MAX_BYTES) return warn(`it has more than ${MAX_BYTES / 1024 / 1024} MB.`);
    await replaceFile(path, [HEAD, bytes]).catch((error: Error) => warn(error.message));
  }

  const saveNext = (): Promise<void> => {
    writing = writing.then(save);
    return writing;
  };

  return {
    restored,
    changed() {
      if (isClosed) return;
      isChanged = true;
      timer ??= setTimeout(
        () => {
          timer = null;
          void saveNext();
        },
        Math.max(SAVE_AFTER_MS, tookMs * MAX_SHARE),
      ).unref();
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      isChanged = true;
      await saveNext();
    },
  };
}
