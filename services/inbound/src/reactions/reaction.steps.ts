import { at } from '@parley/common/at';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { Records } from '../batch/inbound-message.rules.ts';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import { messageReaction } from '../messages/message-events.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { decideReactions, PICTURE } from './reaction.rules.ts';
import { findReactions, type LockedMessage, lockMessages, writeReactions } from './reaction.store.ts';

type Reaction = Records['reaction'];

/** Added and removed reactions; one about a message that is not stored yet waits for it. */
export const reactions = defineKind('reaction', {
  address: ({ account, item }) => ({ channelAccountId: account.id, providerMessageId: item.targetProviderId }),
  async load({ sql }, names, given) {
    const messages = await lockMessages(sql, names);
    const people = given.flatMap(({ item }, index) => {
      const message = at(messages, index);
      return message ? [{ messageId: message.id, sender: item.from.address }] : [];
    });
    return { messages, standing: await findReactions(sql, people) };
  },
  decide(given, { messages, standing }, { now }) {
    const { outcomes, changed, changes } = decideReactions(
      given.map((reaction, index) => toGiven(reaction, at(messages, index))),
      standing,
    );
    const reportedAt = now();
    const absent = given.filter((_, index) => at(outcomes, index) === 'absent');
    const stored = absent.length + outcomes.filter((outcome) => outcome === 'changed').length;
    return {
      changes,
      waiting: absent.map(({ account, item }) => ({
        accountId: account.id,
        providerMessageId: item.targetProviderId,
        item,
      })),
      // Several for one item when a person removes all of theirs at once.
      events: given.flatMap(({ account, item }, index) => {
        const message = at(messages, index);
        if (!message) return [];
        return at(changed, index).map((shown) =>
          toOutboxRow(messageReaction(account, item, shown, toIds(message), reportedAt)),
        );
      }),
      stored,
      repeated: given.length - stored,
    };
  },
  async write({ sql }, { changes, waiting, ...results }) {
    await writeReactions(sql, changes);
    await storePending(sql, waiting);
    return { ...nothingApplied(), ...results };
  },
});

/** Channels on which a person has one reaction per message: a new one replaces it. */
const ONE_A_PERSON: ReadonlySet<string> = new Set(['wa', 'wd', 'fb', 'ig']);

const toGiven = ({ account, item }: Reaction, message: LockedMessage | undefined) => ({
  messageId: message?.id ?? null,
  sender: item.from.address,
  emoji: item.picture ? PICTURE : item.emoji,
  pictureUrl: item.picture?.url ?? null,
  action: item.action,
  isSingle: ONE_A_PERSON.has(account.channel),
  at: item.at,
});

const toIds = ({ id, conversationId }: LockedMessage) => ({ messageId: id, conversationId });
