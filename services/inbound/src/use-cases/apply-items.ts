import { appendRows } from '@parley/prisma/outbox/append-events';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { HeldAccount } from '../domain/held-account.ts';
import { accountKey } from '../storage/account-store.ts';
import { storeUnknown, type UnknownElement } from '../storage/change-store.ts';
import { applyChanges } from './apply-changes.ts';
import { type Addressed, type ApplyContext, sumApplied } from './apply-context.ts';
import { applyMessages } from './apply-messages.ts';
import { applyReactions } from './apply-reactions.ts';
import { applyReceipts } from './apply-receipts.ts';

/** What items came to. */
export interface AppliedCounts {
  stored: number;
  repeated: number;
  unknown: number;
}

export interface AppliedItems extends AppliedCounts {
  /** Keys to wake after the commit. */
  instanceIds: string[];
}

type Addressable = Extract<InboundItem, { account: unknown }>;
const isAddressable = (item: InboundItem): item is Addressable => 'account' in item && item.kind !== 'notice';

/** The channel that an item came by. */
export const channelOf = (item: InboundItem): string => ('account' in item && item.account ? item.account.channel : 'wa');

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

/**
 * Applies everything that one or several webhooks hold, and writes the events that follow, in the transaction of
 * `context.sql`. Messages come first, so that receipts and reactions of the same body find them.
 */
export async function applyItems(
  context: ApplyContext,
  items: readonly InboundItem[],
  accounts: ReadonlyMap<string, HeldAccount>,
): Promise<AppliedItems> {
  const addressed: Addressed<Addressable['kind']>[] = [];
  const unknown: UnknownElement[] = [];
  for (const item of items) {
    const account = isAddressable(item) ? accounts.get(accountKey(item.account.channel, item.account.externalId)) : undefined;
    if (account && isAddressable(item)) addressed.push({ account, item });
    else unknown.push(...toUnknown(item));
  }
  const ofKind = <K extends Addressable['kind']>(...kinds: K[]): Addressed<K>[] =>
    addressed.filter((entry): entry is Addressed<K> => (kinds as string[]).includes(entry.item.kind));

  const applied = sumApplied([
    await applyMessages(context, [...ofKind('message'), ...ofKind('echo')]),
    await applyChanges(context, [...ofKind('edited'), ...ofKind('revoked'), ...ofKind('identity')]),
    await applyReceipts(context, ofKind('receipt')),
    await applyReactions(context, ofKind('reaction')),
  ]);
  await storeUnknown(context.sql, unknown);
  const woken = applied.events.length > 0 ? await appendRows(context.sql, applied.events) : [];
  return {
    stored: applied.stored,
    repeated: applied.repeated,
    unknown: unknown.length,
    instanceIds: [...applied.instanceIds, ...woken],
  };
}

/** The accounts that items name, for looking them up at once. */
export function namedAccounts(items: readonly InboundItem[]): Set<string> {
  return new Set(items.filter(isAddressable).map(({ account }) => accountKey(account.channel, account.externalId)));
}

