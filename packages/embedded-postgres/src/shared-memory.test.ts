import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedMemorySettings } from './shared-memory.ts';

const IN_FILES = process.platform === 'linux' ? ['dynamic_shared_memory_type=mmap'] : [];

test('parallel queries use files of the data directory where shared memory is small or missing', async () => {
  // Zero bytes in size.
  expect(await sharedMemorySettings('/proc')).toEqual(IN_FILES);
  expect(await sharedMemorySettings(join(tmpdir(), 'parley-no-such-folder'))).toEqual(IN_FILES);
});

test('a large file system for shared memory is used as it is', async () => {
  expect(await sharedMemorySettings(tmpdir())).toEqual([]);
});
