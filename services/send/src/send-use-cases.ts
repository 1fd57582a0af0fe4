import type { BusClient } from '@parley/bus/bus-client';
import type { Channel } from '@parley/common/channels';
import type { Environment } from '@parley/common/environment';
import { deliveriesDue } from '@parley/common/hints';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import { makeMediaAddress } from '@parley/prisma/media-address';
import { makeBatcher } from '@parley/prisma/natural-batch';
import { isDatabaseUnavailable } from '@parley/prisma/sql';
import { checkUrl } from '@parley/providers/egress/check-url';
import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { makeGraphClient } from '@parley/providers/graph/graph-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import type { Logger } from 'pino';
import { request } from 'undici';
import { makeTgSender } from './senders/tg-sender.ts';
import { makeWaSender } from './senders/wa-sender.ts';
import { findConversation, findMessage, findTenant } from './storage/message-store.ts';
import { type ReserveItem, type ReserveResult, reserveSends } from './storage/reserve-store.ts';
import { adoptConversation, type SettleItem, type SettleResult, settleSends } from './storage/settle-store.ts';
import { makeAnswerFromDashboard, makeAnswerSend } from './use-cases/answer-send.ts';
import { makeLookUpMessage } from './use-cases/look-up-message.ts';
import { prepareSend } from './use-cases/prepare-send.ts';
import { makeSendMessage } from './use-cases/send-message.ts';
import { settleUntilStored } from './use-cases/settle-until-stored.ts';
import { makeSweepInterruptedSends } from './use-cases/sweep-interrupted-sends.ts';

/** What the service is given. */
export interface SendParts {
  environment: Environment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
  /** How long a wa send of unknown outcome waits for its receipt; default 15 min. */
  waConfirmMs?: number;
}

const BATCH = { maxItems: 64, maxConcurrent: 2, splitOn: (error: unknown) => !isDatabaseUnavailable(error) };
const MIME_TIMEOUT_MS = 3000;
const WA_CONFIRM_MS = 15 * 60_000;

/** Every use case of the service, on its real parts. */
export function makeSendUseCases({
  environment,
  database,
  cipher,
  bus,
  logger,
  now = () => new Date(),
  waConfirmMs = WA_CONFIRM_MS,
}: SendParts) {
  const timeoutMs = environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const policy = makeEgressPolicy(environment.PARLEY_EGRESS_ALLOW);
  const egress = makeEgressAgent(policy);
  const media = makeMediaAddress(
    environment.PARLEY_PUBLIC_URL ?? `http://localhost:${environment.PARLEY_PORT}`,
    cipher,
  );
  const wake = (instanceIds: string[]): void => {
    if (instanceIds.length > 0) bus.publishHint(deliveriesDue, { instance_ids: instanceIds });
  };

  const reserve = makeBatcher<ReserveItem, ReserveResult>({ ...BATCH, run: (items) => reserveSends(database, items) });
  const settle = makeBatcher<SettleItem, SettleResult>({ ...BATCH, run: (items) => settleSends(database, items) });
  const sendMessage = makeSendMessage({
    reserve: (item) => reserve.submit(item),
    async settle(item) {
      wake((await settleUntilStored(() => settle.submit(item))).instanceIds);
    },
    adoptConversation: (given) => settleUntilStored(() => adoptConversation(database, given)),
    senders: {
      wa: makeWaSender(
        makeGraphClient({
          baseUrl: environment.PARLEY_GRAPH_URL,
          version: environment.PARLEY_META_GRAPH_VERSION,
          appSecret: environment.PARLEY_META_APP_SECRET,
          timeoutMs,
        }),
      ),
      tg: makeTgSender(makeTelegramClient({ baseUrl: environment.PARLEY_TELEGRAM_URL, timeoutMs })),
    },
    // safe: written by channel-connect as an object of texts
    openCredentials: (stored) =>
      JSON.parse(cipher.decrypt(stored, 'channel_accounts.credentials')) as Record<string, string>,
    priceOf: (channel: Channel) => environment.PARLEY_PRICES?.[channel] ?? '1',
    providerTimeoutMs: timeoutMs,
    now,
    reportBroken: (accountId, outcome) =>
      logger.warn(
        { account_id: accountId, provider: 'provider' in outcome ? outcome.provider : null },
        'The provider refused the account’s token.',
      ),
  });

  const prepareDeps = {
    checkUrl: (url: string) => checkUrl(url, policy),
    mediaAddressOf: media.of,
    async readMimeType(url: URL): Promise<string | null> {
      try {
        const { headers, body } = await request(url, {
          method: 'HEAD',
          dispatcher: egress,
          signal: AbortSignal.timeout(MIME_TIMEOUT_MS),
        });
        await body.dump();
        return typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
      } catch (error) {
        logger.debug({ err: error }, 'The type of a file could not be read; it goes as a document.');
        return null;
      }
    },
  };
  const answerDeps = {
    prepare: (input: Parameters<typeof prepareSend>[1]) => prepareSend(prepareDeps, input, now()),
    sendMessage,
    findTenant: (slug: string) => findTenant(database, slug),
    findConversation: (tenantId: number, id: number) => findConversation(database, tenantId, id),
  };
  return {
    answerSend: makeAnswerSend(answerDeps),
    answerFromDashboard: makeAnswerFromDashboard(answerDeps),
    lookUpMessage: makeLookUpMessage((tenantId, messageId) => findMessage(database, tenantId, messageId)),
    sweep: makeSweepInterruptedSends({ database, now, waConfirmMs, wake }),
    /** Resolves when nothing waits to be stored. */
    async idle(): Promise<void> {
      await reserve.idle();
      await settle.idle();
    },
  };
}

export type SendUseCases = ReturnType<typeof makeSendUseCases>;
