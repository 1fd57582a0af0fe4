import { Readable } from 'node:stream';
import type { WASocket } from 'baileys';
import { request } from 'undici';
import { z } from 'zod';
import type { MediaAccess } from '../media/media-access.client.ts';
import { isMediaPath } from '../media/media-address.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import type { SealedFile } from './seal-file.client.ts';

export interface UploadTools {
  lib: Pick<Baileys, 'MEDIA_PATH_MAP' | 'DEFAULT_ORIGIN' | 'encodeBase64EncodedStringForUpload'>;
  access: MediaAccess;
  /** Names the network's upload hosts. */
  sock: Pick<WASocket, 'refreshMediaConn'>;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const Answer = z.object({ direct_path: z.string().refine(isMediaPath), url: z.string().max(4096).optional() });

/** The location of an uploaded file. */
export interface UploadedFile {
  directPath: string;
  url: string | null;
}

async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    parts.push(part);
  }
  const { direct_path: directPath, url = null } = Answer.parse(JSON.parse(Buffer.concat(parts).toString()));
  return { directPath, url };
}

async function postFile(
  { lib, access }: UploadTools,
  address: string,
  file: SealedFile,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const body = Readable.from(file.read(), { objectMode: false });
  // A reader gets the error; without a reader this listener prevents it from ending the process.
  body.on('error', () => {});
  const answer = await request(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(file.sealedLength),
      origin: lib.DEFAULT_ORIGIN,
    },
    body,
    signal,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    dispatcher: access.dispatcher,
  }).finally(() => body.destroy());
  if (answer.statusCode === 200) return readAnswer(answer.body);
  await answer.body.dump();
  throw new Error(`it answered ${answer.statusCode}`);
}

/**
 * Uploads a file to one of the network's hosts: each is tried once, and once more with a new authorization. No redirect
 * is followed. Throws when no host accepts it.
 */
export async function uploadMedia(
  tools: UploadTools,
  type: keyof Baileys['MEDIA_PATH_MAP'],
  file: SealedFile,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { lib, access, sock } = tools;
  const token = lib.encodeBase64EncodedStringForUpload(file.encSha256.toString('base64'));
  let problem = 'it announced no host of its own';
  // The second time the library's cache is bypassed.
  for (const isAnew of [false, true]) {
    const { auth, hosts } = await sock.refreshMediaConn(isAnew);
    for (const origin of access.uploadOrigins(hosts.map(({ hostname }) => hostname))) {
      signal.throwIfAborted();
      const query = `auth=${encodeURIComponent(auth)}&token=${token}`;
      try {
        return await postFile(tools, `${origin}${lib.MEDIA_PATH_MAP[type]}/${token}?${query}`, file, signal);
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
    }
  }
  throw new Error(`The network did not take the file: ${problem}.`);
}
