import type { Channel } from '@parley/common/channels';
import { AppError, type ErrorExtras, invalidField } from '@parley/common/errors';
import { isDatabaseUnavailable } from '@parley/database/sql';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import { retryRefused } from '@parley/providers/retry-refused';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { ChannelSender, MessageToSend, SendingAccount } from '../domain/channel-sender.ts';
import type { Repeat, Reserved, ReserveItem, ReserveResult } from '../domain/reservation.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { DurableWriter } from './durable-writer.ts';
import type { PreparedSend } from './prepare-send.ts';
import { mayHaveCommitted } from './release-lost-reservation.ts';
import type { SettleOutcome } from './settle-outcome.ts';

export interface SendMessageDeps {
  reserve(item: ReserveItem): Promise<ReserveResult>;
  /** Called for a reservation that may have been committed although the database's answer was lost. */
  releaseLost(item: ReserveItem, order: SendOrder): void;
  outcomes: SettleOutcome;
  durableWriter: DurableWriter;
  senders: Partial<Record<Channel, ChannelSender>>;
  openCredentials(stored: string): Record<string, string>;
  priceOf(channel: Channel): string;
  makeReservation(): string;
  providerTimeoutMs: number;
  now(): Date;
  /** Called with the outcome of every provider call. */
  observe(channel: Channel, accountId: number, outcome: SendOutcome, startedAt: number): void;
  /** Called when the provider refuses the account's token permanently, after the refusal is stored. Returns at once. */
  reportBroken(order: SendOrder, externalId: string, startedAt: number): void;
}

/** Added to the provider's timeout, so that the sweeper ignores sends that are still running. */
const SETTLE_GRACE_MS = 15_000;
/** Time reserved for storing the outcome and returning the answer. */
const ANSWER_MARGIN_MS = 1000;
/** Time reserved for returning the answer. */
const RESPONSE_MARGIN_MS = 250;
const RETRY_AFTER_SECONDS = 1;
const NO_THREAD = 'This person has not written to the account yet: on tt only they can start a conversation.';

const unavailable = (cause?: unknown): AppError =>
  new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });

const notConnected = (): AppError =>
  new AppError('not_connected', { message: 'No account of this channel is connected.' });

/**
 * A person intervened before a bot's message. Not in the error catalogue, because no external caller sends as a bot.
 */
export class SupersededSend extends Error {
  constructor() {
    super('Somebody of the workspace has stepped in.');
    this.name = 'SupersededSend';
  }
}

function refuseReservation(
  result: Exclude<ReserveResult, Reserved | { outcome: 'replayed' }>,
): AppError | SupersededSend {
  switch (result.outcome) {
    case 'in_progress':
      return new AppError('idempotency_in_progress');
    case 'mismatch':
      return new AppError('idempotency_mismatch');
    case 'unknown_conversation':
      return new AppError('unknown_conversation');
    case 'invalid_from':
      return invalidField(
        'from',
        'from names no connected account of this channel: give its id, number or label as in ?action=channels.',
      );
    case 'not_connected':
      return notConnected();
    case 'no_thread':
      return new AppError('no_existing_conversation', { message: NO_THREAD });
    case 'window_closed':
      return new AppError('no_existing_conversation', { body: { templates: result.templates } });
    case 'insufficient_balance':
      return new AppError('insufficient_balance');
    case 'superseded':
      return new SupersededSend();
  }
}

/** The error of an answer stored for an Idempotency-Key. */
export function toError(answer: Extract<StoredAnswer, { ok: false }>): AppError {
  const { code, message, extras } = answer.error;
  // safe: stored from an AppError of this service
  return new AppError(code as AppError['code'], { message, ...(extras as Omit<ErrorExtras, 'message'>) });
}

/** Returns the answer of an earlier request. Errors: idempotency_in_progress, idempotency_mismatch. */
export function replay(repeat: Repeat): Sent {
  if (repeat.outcome !== 'replayed') throw refuseReservation(repeat);
  return { answer: repeat.answer, replayed: true, conversationId: null };
}

function toReserveItem(deps: SendMessageDeps, order: SendOrder, prepared: PreparedSend): ReserveItem {
  const now = deps.now();
  const { message, attachments, files } = prepared;
  return {
    recipient: message.to,
    text: message.text,
    attachments,
    files,
    template: message.template,
    price: deps.priceOf(order.channel),
    happenedAt: now,
    settleBy: new Date(now.getTime() + deps.providerTimeoutMs + SETTLE_GRACE_MS),
    reservation: deps.makeReservation(),
    // Last: V8 takes 1 µs for each named member after a spread.
    ...order,
  };
}

/**
 * Sends one message: reserves (one round trip), calls the provider, settles (one round trip), and answers only after
 * that is committed. A message with an unknown outcome is never sent again
 * (docs/reference/sends.md#time-limit-and-retries).
 */
export function makeSendMessage(deps: SendMessageDeps) {
  async function reserve(order: SendOrder, prepared: PreparedSend): Promise<ReserveResult> {
    const item = toReserveItem(deps, order, prepared);
    try {
      return await deps.reserve(item);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      if (mayHaveCommitted(error)) deps.releaseLost(item, order);
      throw unavailable(error);
    }
  }

  const settle = <T>(order: SendOrder, store: () => Promise<T>): Promise<T> =>
    deps.durableWriter.write(store, order.deadlineAt - RESPONSE_MARGIN_MS);

  /** Releases the reservation of a send whose provider was not called, before the answer or shortly after it. */
  const releaseReservation = async (order: SendOrder, reserved: Reserved, error: unknown): Promise<never> => {
    await settle(order, () => deps.outcomes.release(order, reserved)).catch((late: unknown) => {
      if (!(late instanceof AppError && late.code === 'provider_timeout')) throw late;
    });
    throw error;
  };

  /** The account and the message for the channel's sender. */
  function buildRequest(
    { tenantId, commentId }: SendOrder,
    { message: { text, media, template }, file }: PreparedSend,
    { account: { id, externalId, credentials }, peer, threadId }: Reserved,
  ): { account: SendingAccount; message: MessageToSend } {
    return {
      account: { id, tenantId, externalId, credentials: deps.openCredentials(credentials) },
      message: { to: peer, text, media, template, file, threadId, commentId },
    };
  }

  return async (order: SendOrder, prepared: PreparedSend): Promise<Sent> => {
    const sender = deps.senders[order.channel];
    if (!sender) throw notConnected();
    const reserved = await reserve(order, prepared);
    if (reserved.outcome === 'replayed') return replay(reserved);
    if (reserved.outcome !== 'reserved') throw refuseReservation(reserved);

    const startedAt = Date.now();
    const deadline = Math.min(startedAt + deps.providerTimeoutMs, order.deadlineAt - ANSWER_MARGIN_MS);
    if (deadline <= startedAt) return releaseReservation(order, reserved, unavailable());
    let ready: ReturnType<typeof buildRequest>;
    try {
      ready = buildRequest(order, prepared, reserved);
    } catch (error) {
      return releaseReservation(order, reserved, error);
    }
    const { account, message } = ready;
    const outcome = await retryRefused((leftMs) => sender.send(account, message, reserved.messageId, leftMs), deadline);
    deps.observe(order.channel, account.id, outcome, startedAt);
    const sent = await settle(order, () => deps.outcomes.settle(order, prepared, reserved, outcome));
    if (outcome.kind === 'refused' && outcome.channelBroken) deps.reportBroken(order, account.externalId, startedAt);
    return sent;
  };
}

export type SendMessage = ReturnType<typeof makeSendMessage>;
