import type { Channel } from '@parley/common/channels';
import type { Environment } from '@parley/common/environment';
import { makeGraphClient } from '@parley/providers/graph/graph-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import type { Logger } from 'pino';
import type { ChannelSender } from './domain/channel-sender.ts';
import { makeTgSender } from './senders/tg-sender.ts';
import { makeWaSender } from './senders/wa-sender.ts';

/** The channels that can send; on the others nothing can be connected yet. */
export function makeSenders(environment: Environment, logger: Logger): Partial<Record<Channel, ChannelSender>> {
  const timeoutMs = environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const graph = makeGraphClient({
    baseUrl: environment.PARLEY_GRAPH_URL,
    version: environment.PARLEY_META_GRAPH_VERSION,
    appSecret: environment.PARLEY_META_APP_SECRET,
    timeoutMs,
  });
  const telegram = makeTelegramClient({ baseUrl: environment.PARLEY_TELEGRAM_URL, timeoutMs });
  return {
    wa: makeWaSender(graph, (messageId, outcome) =>
      logger.warn(
        { message_id: messageId, provider: outcome.kind === 'accepted' ? null : outcome.provider },
        'The text beside an audio file did not get through.',
      ),
    ),
    tg: makeTgSender(telegram),
  };
}
