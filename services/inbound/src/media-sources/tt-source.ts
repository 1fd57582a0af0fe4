import { AppError } from '@parley/common/errors';
import { FileRefused, type OpenFile } from '@parley/providers/open-file';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { readTiktokMediaKey } from '@parley/providers/tiktok/tiktok-media-key';
import type { MediaSource } from '../domain/media-source.ts';

export interface TtSourceDeps {
  tiktok: Pick<TiktokClient, 'openMedia'>;
  openCredentials(stored: string): Record<string, string>;
  /** The encrypted credentials that the account has now, or null. */
  findCredentials(openId: string): Promise<string | null>;
  /** Has the account's token renewed. */
  refresh(tenantId: number, openId: string): Promise<unknown>;
}

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof FileRefused)) return new AppError('provider_timeout', { cause: error });
  const { message, status } = error;
  return new AppError('tiktok_error', { message, provider: { name: 'tiktok', status, code: null, message } });
}

const isTokenRefused = (error: unknown): boolean => error instanceof FileRefused && error.status === 401;

/**
 * Files of tt: the provider is asked for a link each time; a token that has run out is renewed once
 * (docs/reference/tt.md#files).
 */
export function makeTtSource({ tiktok, openCredentials, findCredentials, refresh }: TtSourceDeps): MediaSource {
  return {
    async open({ providerMediaId, tenantId, externalId, credentials }) {
      const media = readTiktokMediaKey(providerMediaId ?? '');
      if (media === null) return null;
      const openWith = (stored: string): Promise<OpenFile | null> =>
        tiktok.openMedia(openCredentials(stored).access_token ?? '', externalId, media);
      try {
        return await openWith(credentials).catch(async (error: unknown) => {
          if (!isTokenRefused(error)) throw error;
          await refresh(tenantId, externalId);
          const renewed = await findCredentials(externalId);
          if (renewed === null) throw error;
          return openWith(renewed);
        });
      } catch (error) {
        throw toRefusal(error);
      }
    },
  };
}
