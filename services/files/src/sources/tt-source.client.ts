import { AppError, refusedByProvider } from '@parley/common/errors';
import { FileRefused, type OpenFile } from '@parley/providers/http/open-file';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { readTiktokMediaKey } from '@parley/providers/tiktok/tiktok-media-key';
import type { MediaSource } from '../media/media-file.rules.ts';

export interface TtSourceDeps {
  tiktok: Pick<TiktokClient, 'openMedia'>;
  openCredentials(stored: string): Record<string, string>;
  /** An access token other than the refused one; null when there is none. */
  renew(refused: { tenantId: number; externalId: string; used: string }): Promise<string | null>;
}

/**
 * Files of tt: each opening asks the provider for a link; an expired token is renewed once
 * (docs/reference/tt.md#files).
 */
export function makeTtSource({ tiktok, openCredentials, renew }: TtSourceDeps): MediaSource {
  return {
    async open({ providerMediaId, tenantId, externalId, credentials }) {
      const media = readTiktokMediaKey(providerMediaId ?? '');
      if (media === null) return null;
      const { access_token: used = '' } = openCredentials(credentials);
      const openWith = (token: string): Promise<OpenFile | null> => tiktok.openMedia(token, externalId, media);
      try {
        return await openWith(used).catch(async (error: unknown) => {
          if (!isTokenRefused(error)) throw error;
          const renewed = await renew({ tenantId, externalId, used });
          if (renewed === null) throw error;
          return openWith(renewed);
        });
      } catch (error) {
        throw toRefusal(error);
      }
    },
  };
}

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof FileRefused) return refusedByProvider(error.asProblem('tiktok'));
  return new AppError('provider_timeout', { cause: error });
}

const isTokenRefused = (error: unknown): boolean => error instanceof FileRefused && error.status === 401;
