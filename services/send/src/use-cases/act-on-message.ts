import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type CallContext, callerOf } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { TransactionSql } from '@parley/database/sql';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { ActOutcome } from '@parley/providers/act-outcome';
import { actTimedOut } from '../domain/act-error.ts';
import { type ActMessage, type LockedMessage, type MessageAction, requireTarget } from '../domain/act-message.ts';
import { RESPONSE_MARGIN_MS } from '../domain/answer-margins.ts';
import type { ActTarget, ChannelActs } from '../domain/channel-acts.ts';
import type { SendingAccount } from '../domain/channel-sender.ts';
import { requireAction } from '../domain/require-action.ts';
import type { Account } from '../domain/reservation.ts';
import type { SendService } from '../service.ts';
import { findActMessage, lockActMessage } from '../storage/act-store.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';
import { performAct } from './perform-act.ts';

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
