import { fetchFile } from '../../../../http/fetch-file.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { metaError } from './meta-error.ts';

/** Fetches the address of an attachment once, as Meta does; returns a refusal if that fails. */
export type FetchAttachment = (url: string) => Promise<ProviderAnswer | null>;

export const fetchAttachment: FetchAttachment = async (url) => {
  const file = await fetchFile(url, { 'user-agent': 'facebookexternalhit/1.1' });
  if (file === 'too_large') return metaError(100, { subcode: 2_018_109 });
  return file === 'unreadable' ? metaError(100, { subcode: 2_018_008 }) : null;
};
