import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type CallContext, callerOf } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { KnownOwner, ThreadAction } from '@parley/common/messages/thread-owner';
import type { TransactionSql } from '@parley/database/sql';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { controlEvent, type HandoverFacts, toHandover } from '@parley/messaging/threads/control-event';
import { decideOwners } from '@parley/messaging/threads/decide-owner';
import { lockThread, markShared, writeThreads } from '@parley/messaging/threads/thread-owner';
import { type Account, chooseAccount } from '../accounts/account.rules.ts';
import { listTypingPlaces } from '../accounts/account.store.ts';
import { chooseNamedAccount } from '../accounts/choose-named-account.steps.ts';
import { actTimedOut } from '../acts/act.rules.ts';
import { performAct } from '../acts/act.steps.ts';
import { absentAct } from '../channels/channel.rules.ts';
import { normalizeRecipient } from '../content/recipient.rules.ts';
import { RESPONSE_MARGIN_MS } from '../sends/send.rules.ts';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { factsOfAct, LOOK_FIRST, momentOfAct, requireShared, THREAD_VERBS, targetOf } from './thread.rules.ts';

/** A request for an act on the thread with a person. */
interface Given {
  channel: Channel;
  to: string;
  from?: string | undefined;
  target?: string | undefined;
  metadata?: string | undefined;
}

/** The conversation that the request names, with its account. */
async function findThreadPlace(service: SendService, tenantId: number, { channel, to, from: named }: Given) {
  const from = named ?? null;
  const choice = { tenantId, channel, from };
  const places = await listTypingPlaces(service.database, { ...choice, to });
  const place = chooseAccount({ namedConversationId: null, from }, places);
  if (place?.conversation) return { account: place.account, conversation: place.conversation };
  await chooseNamedAccount(service, choice);
  throw new AppError('no_existing_conversation', { message: 'There is no conversation with this person.' });
}

/** A finished act, for the transaction that stores it. */
interface Done {
  tenantId: number;
  channel: Channel;
  account: Account;
  conversationId: number;
  owner: KnownOwner;
  facts: Omit<HandoverFacts, 'at'>;
  at: Date;
}

async function store(sql: TransactionSql, done: Done): Promise<string[]> {
  const { tenantId, channel, account, conversationId, owner, facts } = done;
  const thread = await lockThread(sql, { tenantId, conversationId });
  if (!thread) return [];
  const at = momentOfAct(thread.ownerAt, done.at);
  const handover = toHandover({ ...facts, at });
  const decided = decideOwners([{ conversationId, owner, handover, at }], new Map([[conversationId, thread]]));
  await writeThreads(sql, decided);
  await markShared(sql, [account.id], at);
  const shown = { id: account.externalId, number: account.number, label: account.name };
  const where = { tenantId, channel, account: shown, conversationId, peer: thread.peer };
  return appendEvents(
    sql,
    decided.flatMap(({ told }) => told.map((one) => controlEvent(where, one, at))),
  );
}

/**
 * Takes, passes or releases a thread: calls the platform, then stores the new owner with its event
 * (docs/reference/threads.md#acts). Errors: unsupported_content, invalid_to, invalid_from, invalid_target,
 * not_connected, no_existing_conversation, those of the provider.
 */
export async function controlThread(
  service: SendService,
  action: ThreadAction,
  given: Given,
  context: CallContext,
): Promise<{ ok: true; channel: Channel; to: string; threadOwner: KnownOwner }> {
  const { channel } = given;
  requireShared(channel, action);
  const { verb, owner, reason } = THREAD_VERBS[action];
  const target = verb === 'pass' ? targetOf(channel, given.target) : null;
  const to = normalizeRecipient(channel, given.to);
  const { tenantId } = callerOf(context);
  const { account, conversation } = await findThreadPlace(service, tenantId, { ...given, to });
  const control = { verb, peer: conversation.peer, target, metadata: given.metadata ?? null };
  const { controlThread: call = absentAct } = service.acts[channel];
  await performAct(service, {
    tenantId,
    channel,
    action,
    account,
    deadlineAt: context.deadlineAt,
    whenUnknown: LOOK_FIRST,
    call: (opened, timeoutMs) => call(opened, control, timeoutMs),
  });
  const at = service.now();
  const facts = { reason, ...factsOfAct(channel, control) };
  const done = { tenantId, channel, account, conversationId: conversation.id, owner, facts, at };
  const write = () => retryTransaction(service.rawDatabase, (sql) => store(sql, done));
  const woken = await service.durableWriter
    .write(write, context.deadlineAt - RESPONSE_MARGIN_MS)
    .catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'provider_timeout' ? actTimedOut({}, LOOK_FIRST) : error;
    });
  wakeDeliveries(service.bus, woken);
  tellInboxChanged(service.bus, [tenantId]);
  return { ok: true, channel, to, threadOwner: owner };
}
