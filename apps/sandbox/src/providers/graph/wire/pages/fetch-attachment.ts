import { request } from 'undici';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { metaError } from './meta-error.ts';

const FETCH_LIMIT_MS = 10_000;
const MAX_BYTES = 25 * 1024 * 1024;

/** Fetches the address of an attachment once, as Meta does; a refusal when that fails. */
export type FetchAttachment = (url: string) => Promise<ProviderAnswer | null>;

/** Reads the whole file, of at most 25 MB, within 10 s. */
export const fetchAttachment: FetchAttachment = async (url) => {
  try {
    const answer = await request(url, {
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
      signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    });
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += (chunk as Buffer).length; // safe: undici gives buffers
      if (bytes > MAX_BYTES) return metaError(100, { subcode: 2_018_109 });
    }
    return answer.statusCode === 200 ? null : metaError(100, { subcode: 2_018_008 });
  } catch {
    return metaError(100, { subcode: 2_018_008 });
  }
};
