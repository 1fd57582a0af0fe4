import { AppError, refusedByProvider } from '@parley/common/errors';
import { FileRefused } from '@parley/providers/http/open-file';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import type { MediaSource } from '../media/media-file.rules.ts';

/** Files of a bot. The platform's link contains the bot's token, so no error may include it. */
export function makeTgSource(
  telegram: Pick<TelegramClient, 'openFile'>,
  openCredentials: (stored: string) => Record<string, string>,
): MediaSource {
  return {
    async open({ providerMediaId, credentials }) {
      if (providerMediaId === null) return null;
      const { bot_token: token = '' } = openCredentials(credentials);
      return telegram.openFile(token, providerMediaId).catch((error: unknown) => {
        if (!(error instanceof FileRefused)) throw new AppError('provider_timeout');
        throw refusedByProvider(error.asProblem('telegram'));
      });
    },
  };
}
