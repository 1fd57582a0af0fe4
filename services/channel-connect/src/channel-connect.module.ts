import { type DynamicModule, Module } from '@nestjs/common';
import type { BusClient } from '@parley/bus/bus-client';
import type { Environment } from '@parley/common/environment';
import { answerUnavailable } from '@parley/prisma/answer-unavailable';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import { makeGraphClient } from '@parley/providers/graph/graph-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import type { Logger } from 'pino';
import { ChannelConnectController, DATABASE } from './channel-connect.controller.ts';
import { makeUseCases, USE_CASES } from './use-cases.ts';

export interface ChannelConnectParts {
  environment: Pick<
    Environment,
    | 'PARLEY_PORT'
    | 'PARLEY_PUBLIC_URL'
    | 'PARLEY_GRAPH_URL'
    | 'PARLEY_META_GRAPH_VERSION'
    | 'PARLEY_META_APP_SECRET'
    | 'PARLEY_TELEGRAM_URL'
    | 'PARLEY_PROVIDER_TIMEOUT_MS'
  >;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
}

@Module({})
class ChannelConnectModule {}

/** The channel-connect service: bots, wa numbers, template lists, disconnecting. Wiring only. */
export function makeChannelConnectModule({ environment, ...parts }: ChannelConnectParts): DynamicModule {
  const timeoutMs = environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const useCases = makeUseCases({
    database: answerUnavailable(parts.database),
    cipher: parts.cipher,
    bus: parts.bus,
    graph: makeGraphClient({
      baseUrl: environment.PARLEY_GRAPH_URL,
      version: environment.PARLEY_META_GRAPH_VERSION,
      appSecret: environment.PARLEY_META_APP_SECRET,
      timeoutMs,
    }),
    telegram: makeTelegramClient({ baseUrl: environment.PARLEY_TELEGRAM_URL, timeoutMs }),
    publicUrl: environment.PARLEY_PUBLIC_URL ?? `http://localhost:${environment.PARLEY_PORT}`,
    onWebhookLeft: (botId, failure) =>
      parts.logger.warn({ bot_id: botId, err: failure }, 'The webhook of a disconnected bot could not be removed.'),
    now: parts.now ?? (() => new Date()),
  });
  return {
    module: ChannelConnectModule,
    controllers: [ChannelConnectController],
    providers: [
      { provide: USE_CASES, useValue: useCases },
      { provide: DATABASE, useValue: parts.database },
    ],
  };
}
