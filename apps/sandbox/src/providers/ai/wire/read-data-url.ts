import type { AskedFile } from '../state/asked.ts';

/** A file that is inlined in the request; null for any other address, because the sandbox fetches nothing. */
export function readDataUrl(url: string): AskedFile | null {
  const [, mediaType, data] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? null : { mediaType, bytes: Buffer.from(data, 'base64') };
}
