import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT, run } from './language.ts';

const Packed = z.tuple([z.object({ filename: z.string() })]);

async function pack(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sdk-pack-'));
  try {
    await run('npm', ['run', 'compile', '-w', 'sdks/typescript'], { cwd: ROOT });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, '-w', 'sdks/typescript'], {
      cwd: ROOT,
    });
    const [{ filename }] = Packed.parse(JSON.parse(stdout));
    return await readFile(join(folder, filename));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let packed: Promise<Buffer> | undefined;

/** The archive of the package; packed once, because every runtime installs it. */
export function packTypescript(): Promise<Buffer> {
  packed ??= pack();
  return packed;
}
