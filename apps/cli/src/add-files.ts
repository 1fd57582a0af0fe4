import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Parley } from '@parley/sdk';
import type { Command } from 'commander';
import { openClient } from './open-client.ts';
import { printRows, printText } from './print-rows.ts';

/** A file that is read as it is sent. Throws a sentence where it cannot be opened. */
async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    throw new Error(`The file ${path} cannot be read.`, { cause: error });
  }
}

/** Uploads a file of the disk under its own name (docs/reference/uploads.md). */
export const uploadFrom = async (client: Parley, path: string, name = basename(path)) =>
  client.files.uploadFile(await openFile(path), { name });

/** Adds `upload`, which prints the id that a send takes. */
export function addUpload(program: Command): void {
  program
    .command('upload')
    .description('Upload a file, which a send takes by its upload_id')
    .argument('<file>', 'path of the file')
    .option('--name <name>', 'name that the recipient sees; default: that of the file')
    .option('--json', 'print JSON')
    .action(async (path: string, { name, json }: { name?: string; json?: boolean }) => {
      const uploaded = await uploadFrom(await openClient(), path, name);
      if (json) printRows([uploaded], json);
      else printText(`${uploaded.upload_id}  ${uploaded.name ?? ''}  ${uploaded.mime_type}  ${uploaded.size} bytes`);
    });
}
