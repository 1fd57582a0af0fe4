import { toOutboxRow } from '@parley/prisma/outbox/new-event';
import { messageReaction } from '../domain/build-events.ts';
import { storeReactions } from '../storage/item-store.ts';
import { storePending } from '../storage/pending-store.ts';
import type { Addressed, Applied, ApplyContext } from './apply-context.ts';

/** Where a person has one reaction on a message: a new one replaces it. */
const ONE_A_PERSON: ReadonlySet<string> = new Set(['wa', 'wd', 'fb', 'ig']);

/** Reactions added and taken back; one about a message that is not here yet waits for it. */
export async function applyReactions(
  context: ApplyContext,
  reactions: readonly Addressed<'reaction'>[],
): Promise<Applied> {
  const rows = reactions.map(({ account, item }, ord) => ({
    ord,
    channel_account_id: account.id,
    provider_message_id: item.targetProviderId,
    sender: item.from.address,
    emoji: item.emoji,
    action: item.action,
    single: ONE_A_PERSON.has(account.channel),
    happened_at: item.at.toISOString(),
  }));
  const outcomes = await storeReactions(context.sql, rows);
  const at = (ord: number) => reactions[ord];
  const absent = outcomes.filter(({ outcome }) => outcome === 'absent').flatMap(({ ord }) => at(ord) ?? []);
  await storePending(
    context.sql,
    absent.map(({ account, item }) => ({
      accountId: account.id,
      providerMessageId: item.targetProviderId,
      item,
    })),
  );
  const toldAt = context.now();
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed');
  const events = changed.flatMap(({ ord, message_id, conversation_id }) => {
    const reaction = at(ord);
    if (!reaction) return [];
    const message = { messageId: String(message_id), conversationId: Number(conversation_id) };
    return [toOutboxRow(messageReaction(reaction.account, reaction.item, message, toldAt))];
  });
  return {
    stored: changed.length + absent.length,
    repeated: outcomes.length - changed.length - absent.length,
    events,
    instanceIds: [],
  };
}
