import { AppError, refusedByProvider } from '@parley/common/errors';
import type { ReadFailure, WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { FileRefused, type OpenFile } from '@parley/providers/http/open-file';
import type { MediaSource } from '../media/media-file.rules.ts';

/** "Object does not exist": the media id is unknown after 7 days (docs/reference/wa.md#files). */
const GONE_CODE = 100;

/**
 * Files of wa: the id resolves to a link that is valid for five minutes and needs the bearer token; retried once when
 * it fails.
 */
export function makeWaSource(
  graph: Pick<WhatsappCloudClient, 'resolveMedia' | 'openMedia'>,
  openCredentials: (stored: string) => Record<string, string>,
): MediaSource {
  async function tryOnce(mediaId: string, phoneNumberId: string, token: string): Promise<OpenFile | null> {
    const resolved = await graph.resolveMedia(mediaId, phoneNumberId, token);
    if (!resolved.ok) {
      if (resolved.failure.provider.code === GONE_CODE) throw new AppError('media_gone');
      throw toError(resolved.failure);
    }
    return graph.openMedia(resolved.value.url, token).catch((error: unknown) => {
      throw toRefusal(error);
    });
  }
  return {
    async open({ providerMediaId, externalId, credentials }) {
      if (providerMediaId === null) return null;
      const { access_token: token = '' } = openCredentials(credentials);
      return (await tryOnce(providerMediaId, externalId, token)) ?? (await tryOnce(providerMediaId, externalId, token));
    },
  };
}

function toError({ kind, provider }: ReadFailure): AppError {
  if (kind === 'refused') return refusedByProvider(provider);
  return new AppError('provider_timeout', { message: provider.message, provider });
}

function toRefusal(error: unknown): AppError {
  if (error instanceof FileRefused) return refusedByProvider(error.asProblem('graph'));
  return new AppError('provider_timeout', { cause: error });
}
