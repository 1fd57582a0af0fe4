import { at } from '@parley/common/at';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { Addressed } from '../batch/addressed.rules.ts';
import type { Applied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { messageReaction } from '../messages/build-events.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { decideReactions, PICTURE } from './decide-reactions.rules.ts';
import { findReactions, lockMessages, writeReactions } from './reaction.store.ts';

/** Channels on which a person has one reaction per message: a new one replaces it. */
const ONE_A_PERSON: ReadonlySet<string> = new Set(['wa', 'wd', 'fb', 'ig']);

/** Applies added and removed reactions; one about a message that is not stored yet waits for it. */
export async function applyReactions(
  { sql, now }: ApplyTransaction,
  reactions: readonly Addressed<'reaction'>[],
): Promise<Applied> {
  const messages = await lockMessages(
    sql,
    reactions.map(({ account, item }) => ({
      channelAccountId: account.id,
      providerMessageId: item.targetProviderId,
    })),
  );
  const given = reactions.map(({ account, item }, index) => ({
    messageId: at(messages, index)?.id ?? null,
    sender: item.from.address,
    emoji: item.picture ? PICTURE : item.emoji,
    pictureUrl: item.picture?.url ?? null,
    action: item.action,
    isSingle: ONE_A_PERSON.has(account.channel),
    at: item.at,
  }));
  const people = given.flatMap(({ messageId, sender }) => (messageId === null ? [] : [{ messageId, sender }]));
  const { outcomes, changed: shown, changes } = decideReactions(given, await findReactions(sql, people));
  await writeReactions(sql, changes);

  const absent = reactions.filter((_, index) => at(outcomes, index) === 'absent');
  await storePending(
    sql,
    absent.map(({ account, item }) => ({
      accountId: account.id,
      providerMessageId: item.targetProviderId,
      item,
    })),
  );
  const reportedAt = now();
  const events = reactions.flatMap(({ account, item }, index) => {
    const message = at(messages, index);
    if (!message) return [];
    const ids = { messageId: message.id, conversationId: message.conversationId };
    // Several when a person removes all of theirs at once.
    return at(shown, index).map((reaction) => toOutboxRow(messageReaction(account, item, reaction, ids, reportedAt)));
  });
  const changed = outcomes.filter((outcome) => outcome === 'changed').length;
  return {
    stored: changed + absent.length,
    repeated: reactions.length - changed - absent.length,
    events,
    instanceIds: [],
  };
}
