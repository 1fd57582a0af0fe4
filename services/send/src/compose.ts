import { randomUUID } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { Channel } from '@parley/common/channels';
import type { Environment } from '@parley/common/environment';
import { deliveriesDue, HINT_MAX_KEYS } from '@parley/common/hints';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import { makeBatcher } from '@parley/database/natural-batch';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import { openEgress } from '@parley/providers/egress/open-egress';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ReserveItem, ReserveResult } from './domain/reservation.ts';
import type { SettleItem } from './domain/settlement.ts';
import { makeFetchImage } from './fetch-image.ts';
import { makeSenders } from './make-senders.ts';
import { makeSendMetrics } from './metrics.ts';
import { makeOpenCredentials } from './open-credentials.ts';
import { makeReadMimeType } from './read-mime-type.ts';
import { makeRenewToken } from './renew-token.ts';
import { makeReportBroken } from './report-broken.ts';
import { forgetSendsTo, forgetTenant } from './storage/erase-store.ts';
import { findConversation, findCredentials, findCredit, findMessage, findTenant } from './storage/message-store.ts';
import { findKeptRequest, findLostReservation } from './storage/reservation-store.ts';
import { makeInReserveTransaction } from './storage/reserve-transaction.ts';
import { retryTransaction } from './storage/retry-transaction.ts';
import { makeInSettleTransaction } from './storage/settle-transaction.ts';
import { makeAnswerFromDashboard, makeAnswerSend } from './use-cases/answer-send.ts';
import { makeDurableWriter } from './use-cases/durable-writer.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeLookUpMessage } from './use-cases/look-up-message.ts';
import { prepareSend, type Sender } from './use-cases/prepare-send.ts';
import { makeReleaseLostReservation } from './use-cases/release-lost-reservation.ts';
import { makeRequireCredit } from './use-cases/require-credit.ts';
import { makeReserveSends } from './use-cases/reserve-sends.ts';
import { makeSendMessage } from './use-cases/send-message.ts';
import { makeSendPrivateReply } from './use-cases/send-private-reply.ts';
import { makeSettleOutcome } from './use-cases/settle-outcome.ts';
import { makeSettleSends } from './use-cases/settle-sends.ts';
import { makeSweepInterruptedSends } from './use-cases/sweep-interrupted-sends.ts';

/** What the service is given. */
export interface SendParts {
  environment: Environment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

const BATCH = { maxItems: 64, splitOn: (error: unknown) => !isDatabaseUnavailable(error) };
/** Several times the longest pause between the tries of a process that could not store an outcome. */
const SWEEP_GRACE_MS = 10_000;

type Ready = Required<SendParts>;

const makePriceOf =
  ({ PARLEY_PRICES: prices }: Environment) =>
  (channel: Channel): string =>
    prices?.[channel] ?? '1';

const makeWake =
  (bus: BusClient) =>
  (instanceIds: string[]): void => {
    for (let from = 0; from < instanceIds.length; from += HINT_MAX_KEYS)
      bus.publishHint(deliveriesDue, { instance_ids: instanceIds.slice(from, from + HINT_MAX_KEYS) });
  };

/** The two batched round trips of a send, and what stands between them. */
function makeSendPath({ environment, database, cipher, bus, logger, metrics, now }: Ready) {
  const wake = makeWake(bus);
  const counters = makeSendMetrics(metrics);
  // One batch at a time: measured faster than two or three, because what waits meanwhile shares the next one.
  const reserve = makeBatcher<ReserveItem, ReserveResult>({
    ...BATCH,
    maxConcurrent: 1,
    run: makeReserveSends(makeInReserveTransaction(database)),
  });
  const settleSends = makeSettleSends({
    inTransaction: makeInSettleTransaction(database),
    wake,
  });
  const settle = makeBatcher<SettleItem, void>({
    ...BATCH,
    maxConcurrent: 1,
    async run(items) {
      await settleSends(items);
      return items.map(() => undefined);
    },
  });
  const outcomes = makeSettleOutcome({
    settle: (item) => settle.submit(item),
    adoptAlias: (alias) =>
      retryTransaction(database, (sql) => adoptAddress(sql, alias)).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        // What the provider accepted is stored in any case, in the thread it was meant for.
        logger.error(
          { err: error, account_id: alias.channelAccountId },
          'A recipient’s other address could not be stored.',
        );
        return null;
      }),
    now,
  });
  const durableWriter = makeDurableWriter((error) =>
    logger.error({ err: error }, 'What a provider said could not be stored.'),
  );
  const releaseLost = makeReleaseLostReservation({
    find: (item) => findLostReservation(database, item),
    release: outcomes.release,
    report: (error) => logger.debug({ err: error }, 'A lost reservation could not be looked for yet.'),
  });
  const openCredentials = makeOpenCredentials(cipher);
  const renewToken = makeRenewToken({
    bus,
    async readCredentials(accountId) {
      const stored = await findCredentials(database, accountId);
      return stored === null ? null : openCredentials(accountId, stored);
    },
    report: (error) => logger.warn({ err: error }, 'A token that has run out could not be renewed.'),
  });
  const sendMessage = makeSendMessage({
    reserve: (item) => reserve.submit(item),
    releaseLost: (item, order) => void releaseLost(item, order),
    outcomes,
    durableWriter,
    senders: makeSenders({ environment, bus, logger, renewToken }),
    openCredentials,
    reportBroken: makeReportBroken(bus, logger),
    priceOf: makePriceOf(environment),
    makeReservation: randomUUID,
    providerTimeoutMs: environment.PARLEY_PROVIDER_TIMEOUT_MS,
    now,
    observe(channel, accountId, outcome, startedAt) {
      counters.count(channel, outcome, Date.now() - startedAt);
      if (outcome.kind === 'refused' && outcome.channelBroken)
        logger.warn({ account_id: accountId, provider: outcome.provider }, 'The provider refused the account’s token.');
    },
  });
  return { sendMessage, wake, idle: () => durableWriter.idle() };
}

/** The rules of a send that need no database. */
function makePrepare({ environment, database, cipher, logger, now }: Ready) {
  const egress = openEgress(environment);
  const publicUrl = environment.PARLEY_PUBLIC_URL ?? `http://localhost:${environment.PARLEY_PORT}`;
  const deps = {
    readUrl: egress.readUrl,
    checkUrl: egress.checkUrl,
    requireCredit: makeRequireCredit({
      findCredit: (tenantId) => findCredit(mapDatabaseErrors(database), tenantId),
      priceOf: makePriceOf(environment),
    }),
    mediaAddressOf: makeMediaAddress(publicUrl, cipher).of,
    readMimeType: makeReadMimeType(egress.agent, (error) =>
      logger.debug({ err: error }, 'The type of a file could not be read; it goes as a document.'),
    ),
    fetchImage: makeFetchImage(egress.agent, (error) => logger.debug({ err: error }, 'An image could not be read.')),
  };
  return {
    prepare: (input: Parameters<typeof prepareSend>[1], sender: Sender) => prepareSend(deps, input, sender, now()),
    close: () => egress.close(),
  };
}

/** Every use case of the service, on its real parts. */
export function makeSendUseCases(parts: SendParts) {
  const ready: Ready = { now: () => new Date(), ...parts };
  const { database, environment, now } = ready;
  const confirmMs = environment.PARLEY_CONFIRM_WAIT_SECONDS * 1000;
  const store = mapDatabaseErrors(database);
  const { sendMessage, wake, idle } = makeSendPath(ready);
  const { prepare, close } = makePrepare(ready);
  const answerDeps = {
    prepare,
    sendMessage,
    findKeptRequest: (instanceId: string, key: string) => findKeptRequest(store, instanceId, key),
    now,
    findTenant: (slug: string) => findTenant(store, slug),
    findConversation: (tenantId: number, id: number) => findConversation(store, tenantId, id),
  };
  return {
    answerSend: makeAnswerSend(answerDeps),
    answerFromDashboard: makeAnswerFromDashboard(answerDeps),
    sendPrivateReply: makeSendPrivateReply(sendMessage),
    lookUpMessage: makeLookUpMessage((tenantId, messageId) => findMessage(store, tenantId, messageId)),
    eraseData: makeEraseData({
      forgetSendsTo: (tenantId, conversationIds) => forgetSendsTo(store, tenantId, conversationIds),
      forgetTenant: (tenantId) => forgetTenant(store, tenantId),
    }),
    sweep: makeSweepInterruptedSends({ database, now, confirmMs, graceMs: SWEEP_GRACE_MS, wake }),
    /** Resolves when everything that providers said is stored. */
    async close(): Promise<void> {
      await idle();
      await close();
    },
  };
}

export type SendUseCases = ReturnType<typeof makeSendUseCases>;
