import { type Handover, isSharedChannel, type KnownOwner } from '@parley/common/messages/thread-owner';
import { stableEventId } from '@parley/messaging/outbox/find-reported';
import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import { controlEvent, toHandover } from '@parley/messaging/threads/control-event';
import { reportOfMessage, type ThreadReport } from '@parley/messaging/threads/decide-owner';
import { accountRef, type ConnectedAccount } from '../batch/account.rules.ts';
import type { AddressedMessage, Records } from '../batch/inbound-message.rules.ts';
import type { OwnApps } from './own-apps.rules.ts';

type ThreadRecord = Records['thread'];

/** The conversation of a hand-over, as it is created when there is none. */
export const conversationOf = ({ account, item: { from, at } }: ThreadRecord) => ({
  tenantId: account.tenantId,
  channel: account.channel,
  channelAccountId: account.id,
  addresses: [from.address, ...from.aliases],
  name: from.name,
  username: from.username,
  phone: from.phone,
  peer: from.address,
  providerThreadId: null,
  lastInboundAt: null,
  lastMessageAt: at,
  startedBy: 'customer' as const,
});

/** The owner that a hand-over leaves; null: it changes none, or the apps are not named. */
function ownerOf(item: ThreadRecord['item'], own: ReadonlySet<string>): KnownOwner | null {
  const { owner, change, appId, previousAppId } = item;
  if (change === 'requested') return null;
  if (owner !== undefined) return owner;
  // Old webhooks of a taken thread name only the app that lost it.
  if (appId === null && previousAppId !== null && own.has(previousAppId)) return 'theirs';
  return appId === null || own.size === 0 ? null : own.has(appId) ? 'ours' : 'theirs';
}

/** The report of a hand-over. */
export function reportOfHandover({ item, account }: ThreadRecord, ownApps: OwnApps): ThreadReport {
  const { change: reason, role, previousRole, appId, previousAppId, metadata, summary, at } = item;
  const handover = toHandover({ reason, role, previousRole, appId, previousAppId, metadata, summary, at });
  return { owner: ownerOf(item, account.channel === 'ig' ? ownApps.ig : ownApps.fb), handover, at };
}

/** The id of a hand-over's event: the same for every repeat of the webhook. */
export const eventIdOf = ({ account, item }: ThreadRecord): string =>
  stableEventId([account.id, 'thread', item.change, item.from.address, item.at.getTime(), item.appId, item.role]);

/** The report of a message; null where no other app shares the account. Messages that the account sent say nothing. */
export function reportOfReceived({ account, item }: AddressedMessage): ThreadReport | null {
  const summary = item.kind === 'message' ? (item.threadSummary ?? null) : null;
  const isStandby = item.isStandby === true;
  if (!isSharedChannel(account.channel) || !(account.isShared || isStandby || summary !== null)) return null;
  return item.kind === 'message' || isStandby ? reportOfMessage(isStandby, item.at, summary) : null;
}

/** The event of an owner's change; repeats of a hand-over share its `id`. */
export const controlRow = (
  account: ConnectedAccount,
  thread: { conversationId: number; peer: string },
  told: { state: KnownOwner; handover: Handover },
  reportedAt: Date,
  id?: string,
): OutboxRow => {
  const { tenantId, channel } = account;
  return toOutboxRow(
    controlEvent({ tenantId, channel, account: accountRef(account), ...thread }, told, reportedAt),
    id,
  );
};
