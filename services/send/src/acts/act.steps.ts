import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type CallContext, callerOf } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { ChannelAction } from '@parley/common/messages/capabilities';
import type { ThreadAction } from '@parley/common/messages/thread-owner';
import type { TransactionSql } from '@parley/database/sql';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import { retryRefused } from '@parley/providers/http/retry-refused';
import type { ActOutcome } from '@parley/providers/sent/act-outcome';
import type { SendFailure } from '@parley/providers/sent/send-outcome';
import type { Account } from '../accounts/account.rules.ts';
import type { ActTarget, ChannelActs, CheckOutcome, SendingAccount } from '../channels/channel.rules.ts';
import { reportTokenRefusal } from '../channels/token.client.ts';
import { ANSWER_MARGIN_MS, RESPONSE_MARGIN_MS } from '../sends/send.rules.ts';
import { unavailable } from '../sends/send-errors.rules.ts';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import {
  type ActMessage,
  actTimedOut,
  type LockedMessage,
  type MessageAction,
  requireAction,
  requireTarget,
  toActError,
} from './act.rules.ts';
import { findActMessage, lockActMessage } from './act.store.ts';

/** One act on a message. */
export interface MessageAct {
  action: MessageAction;
  channel: Channel;
  messageId: string;
  /** Further checks, before the provider is called. */
  check?(message: ActMessage): void;
  call(acts: ChannelActs, account: SendingAccount, target: ActTarget, timeoutMs: number): Promise<ActOutcome>;
  /** Stores what was done, on the locked message; returns its event. */
  store?(sql: TransactionSql, account: Account, message: LockedMessage): Promise<NewEvent | null>;
}

/**
 * Performs an act on a message: checks, calls the provider, then stores it with its event. A message of another tenant,
 * or of a channel that the key may not use, is unknown. Errors: unsupported_content, unknown_message,
 * invalid_message_id, not_connected, those of the provider.
 */
export async function actOnMessage(service: SendService, act: MessageAct, context: CallContext): Promise<void> {
  const { action, channel, messageId, store } = act;
  const { tenantId } = callerOf(context);
  requireAction(channel, action);
  const found = await findActMessage(service.database, { messageId, tenantId, channel });
  const target = requireTarget(channel, action, found?.message ?? null);
  if (!found?.isConnected) throw new AppError('not_connected');
  const { account, message } = found;
  act.check?.(message);
  const { deadlineAt } = context;
  await performAct(service, {
    tenantId,
    channel,
    action,
    account,
    deadlineAt,
    call: (opened, timeoutMs) => act.call(service.acts[channel], opened, target, timeoutMs),
  });
  if (!store) return;
  const write = () =>
    retryTransaction(service.rawDatabase, async (sql) => {
      const locked = await lockActMessage(sql, { messageId, tenantId });
      const event = locked && (await store(sql, account, locked));
      return event ? appendEvents(sql, [event]) : [];
    });
  const woken = await service.durableWriter.write(write, deadlineAt - RESPONSE_MARGIN_MS).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'provider_timeout' ? actTimedOut() : error;
  });
  wakeDeliveries(service.bus, woken);
  tellInboxChanged(service.bus, [tenantId]);
}

/** An act of an account; `call` is its one call of the provider. */
interface Act<O> {
  tenantId: number;
  channel: Channel;
  action: ChannelAction | ThreadAction;
  account: Account;
  /** The caller's deadline, in ms since the epoch. */
  deadlineAt: number;
  /** The advice after an act whose outcome is unknown; by default that a repeat is safe. */
  whenUnknown?: string;
  call(account: SendingAccount, timeoutMs: number): Promise<O>;
}

const isFailure = (outcome: { kind: string }): outcome is SendFailure =>
  outcome.kind === 'refused' || outcome.kind === 'unknown';

/**
 * Calls the provider for an act, again only after a refusal that says so, and returns its answer. Errors: those of the
 * provider, service_unavailable when no time is left.
 */
export async function performAct<O extends { kind: 'done' } | CheckOutcome>(
  service: SendService,
  { tenantId, channel, action, account, deadlineAt, whenUnknown, call }: Act<O>,
): Promise<Exclude<O, SendFailure>> {
  const startedAt = Date.now();
  const untilMs = Math.min(startedAt + service.environment.PARLEY_PROVIDER_TIMEOUT_MS, deadlineAt - ANSWER_MARGIN_MS);
  if (untilMs <= startedAt) throw unavailable();
  const { id, externalId } = account;
  const opened = { id, tenantId, externalId, credentials: service.openCredentials(account.credentials) };
  const outcome = await retryRefused((leftMs) => call(opened, leftMs), untilMs);
  service.metrics.countAct(channel, action, outcome.kind);
  if (!isFailure(outcome)) return outcome as Exclude<O, SendFailure>; // safe: the failures are excluded above
  reportTokenRefusal(service, { tenantId, channel, account, outcome }, new Date(startedAt));
  throw toActError(outcome, whenUnknown);
}
