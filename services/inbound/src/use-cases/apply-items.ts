import { appendRows } from '@parley/messaging/outbox/append-events';
import type { InboundItem } from '@parley/providers/inbound-item';
import { accountKey, type ConnectedAccount, connectedAccount } from '../domain/connected-account.ts';
import type { UnknownElement } from '../storage/unknown-store.ts';
import { applyChanges, type Change } from './apply-changes.ts';
import { type Addressed, type AddressedItem, type ApplyContext, sumApplied } from './apply-context.ts';
import { applyEchoes } from './apply-echoes.ts';
import { type AddressedMessage, applyMessages } from './apply-messages.ts';
import { applyReactions } from './apply-reactions.ts';
import { applyReceipts } from './apply-receipts.ts';
import { applyKeptWatermarks, applyWatermarks } from './apply-watermarks.ts';

/** The results of items. */
export interface AppliedCounts {
  stored: number;
  repeated: number;
  unknown: number;
}

export interface AppliedItems extends AppliedCounts {
  /** Keys to wake after the commit. */
  instanceIds: string[];
  /** Tenants to notify after the commit of changes without an event. */
  changedTenantIds: number[];
  /** Receipts to retry: they skip a status that another replica may be storing. */
  early: InboundItem[];
}

/** The channel that an item arrived on: wa for notices that name none. */
export function channelOf(item: InboundItem): string {
  if ('account' in item) return item.account.channel;
  return item.kind === 'ignored' ? 'wa' : (item.channel ?? 'wa');
}

function toUnknown(item: InboundItem): UnknownElement[] {
  const channel = channelOf(item);
  switch (item.kind) {
    case 'ignored':
      return [];
    case 'unknown':
      return [{ channel, reason: item.reason, payload: item.raw }];
    case 'notice':
      return [{ channel, reason: `notice: ${item.topic}`, payload: item.raw }];
    default:
      return [{ channel, reason: 'no connected account', payload: 'raw' in item ? item.raw : item }];
  }
}

interface ByKind {
  messages: AddressedMessage[];
  echoes: Addressed<'echo'>[];
  watermarks: Addressed<'watermark'>[];
  changes: Change[];
  receipts: Addressed<'receipt'>[];
  reactions: Addressed<'reaction'>[];
}

function sortByKind(entries: readonly AddressedItem[]): ByKind {
  const sorted: ByKind = { messages: [], echoes: [], watermarks: [], changes: [], receipts: [], reactions: [] };
  for (const { account, item } of entries) {
    switch (item.kind) {
      case 'message':
        sorted.messages.push({ account, item });
        break;
      case 'echo':
        sorted.echoes.push({ account, item });
        break;
      case 'watermark':
        sorted.watermarks.push({ account, item });
        break;
      case 'edited':
      case 'revoked':
      case 'identity':
        // safe: one of these kinds, by the case
        sorted.changes.push({ account, item } as Change);
        break;
      case 'receipt':
        sorted.receipts.push({ account, item });
        break;
      case 'reaction':
        sorted.reactions.push({ account, item });
        break;
    }
  }
  return sorted;
}

/** Finds updates that waited for the messages that have just been stored. */
async function findWaiting(context: ApplyContext, stored: readonly AddressedMessage[]): Promise<ByKind> {
  const accounts = new Map(stored.map(({ account }) => [account.id, account]));
  const keys = stored.map(({ account, item }) => ({
    accountId: account.id,
    providerMessageId: item.providerMessageId,
  }));
  const waiting = keys.length > 0 ? await context.store.takePendingOf(keys) : [];
  return sortByKind(
    waiting.flatMap(({ accountId, item }) => {
      const account = accounts.get(accountId);
      return account ? [{ account, item }] : [];
    }),
  );
}

/**
 * Applies items of connected accounts and writes their events, in the transaction of `context.sql`. Messages
 * come first, so that receipts and reactions of the same body find them; the last writes end it.
 */
export async function applyAddressed(
  context: ApplyContext,
  entries: readonly AddressedItem[],
): Promise<Omit<AppliedItems, 'unknown'>> {
  const { messages, echoes, watermarks, changes, receipts, reactions } = sortByKind(entries);
  const appliedEchoes = await applyEchoes(context, echoes);
  const areLast = echoes.length + watermarks.length + changes.length + receipts.length + reactions.length === 0;
  const appliedMessages = await applyMessages(context, [...messages, ...appliedEchoes.foreign], areLast);
  const waiting = await findWaiting(context, appliedMessages.awaited);
  const appliedChanges = await applyChanges(context, [...waiting.changes, ...changes]);
  const appliedReceipts = await applyReceipts(context, [...waiting.receipts, ...receipts]);
  const applied = sumApplied([
    appliedEchoes,
    appliedMessages,
    appliedChanges,
    appliedReceipts,
    await applyWatermarks(context, [...waiting.watermarks, ...watermarks]),
    await applyKeptWatermarks(context, [...appliedEchoes.touched, ...appliedMessages.touched]),
    await applyReactions(context, [...waiting.reactions, ...reactions]),
  ]);
  const append = () => appendRows(context.sql, applied.events);
  const woken = applied.events.length > 0 ? await (context.endWith ? context.endWith(append) : append()) : [];
  const early = appliedReceipts.early.map(({ item }) => item);
  const { changedTenantIds } = appliedChanges;
  return { ...applied, instanceIds: [...applied.instanceIds, ...woken], changedTenantIds, early };
}

/** {@link applyAddressed} for the items of one or more webhooks; items without an account here are kept as unknown. */
export async function applyItems(
  context: ApplyContext,
  items: readonly InboundItem[],
  accounts: ReadonlyMap<string, ConnectedAccount>,
): Promise<AppliedItems> {
  const addressed: AddressedItem[] = [];
  const unknown: UnknownElement[] = [];
  for (const item of items) {
    const account = 'account' in item ? connectedAccount(accounts, item.account) : undefined;
    if (account && 'account' in item) addressed.push({ account, item });
    else unknown.push(...toUnknown(item));
  }
  await context.store.storeUnknown(unknown);
  const { stored, repeated, ...rest } = await applyAddressed(context, addressed);
  return { stored, repeated, unknown: unknown.length, ...rest };
}

/** The accounts that items name, to look them up in one query. */
export function namedAccounts(items: readonly InboundItem[]): Set<string> {
  const keys = new Set<string>();
  for (const item of items) {
    if (!('account' in item)) continue;
    const { channel, externalId, otherExternalId } = item.account;
    keys.add(accountKey(channel, externalId));
    if (otherExternalId !== undefined) keys.add(accountKey(channel, otherExternalId));
  }
  return keys;
}
