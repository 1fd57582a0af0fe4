import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilesService, openFilesService } from '@parley/files/service';
import type { OpenInbound } from '../../inbound/test/open-inbound.ts';

export type FileChanges = Partial<FilesService> & { variables?: Record<string, string> };

/** The service without workers, on the database and the clock of the given one. */
export const openFiles = (
  inbound: Pick<OpenInbound, 'makeParts'>,
  { variables, ...changed }: FileChanges = {},
): FilesService => ({ ...openFilesService(inbound.makeParts(variables)), ...changed });

/** All bytes of a file. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

/** Paths of the files in a directory and its subdirectories. */
export async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
