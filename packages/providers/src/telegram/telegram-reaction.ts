import { listOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { InboundItem, ReactionItem, WebhookAccount } from '../received/inbound-item.ts';
import { telegramMessageId } from './telegram-chat.ts';
import { ignored, unknown } from './telegram-element.ts';
import { idOf, senderIn } from './telegram-person.ts';

/** The emoji of a reaction; a custom one is represented by its id, a paid one by a star. */
function emojiOf(reaction: unknown): string | null {
  const { type, emoji, custom_emoji_id: custom } = objectOf(reaction);
  return type === 'paid' ? '⭐' : (textOf(emoji) ?? textOf(custom));
}

/** The difference of both lists: one item for each emoji. */
export function parseReaction(account: WebhookAccount, reaction: unknown, receivedAt: Date): InboundItem[] {
  const given = objectOf(reaction);
  const chat = objectOf(given.chat);
  const chatFrom = senderIn({}, chat, objectOf(given.user ?? given.actor_chat));
  const messageId = idOf(given.message_id);
  const at = timeOf(given.date) ?? receivedAt;
  if (chatFrom === null || messageId === null) return [unknown('reaction of unknown shape', reaction)];
  const [before, after] = [given.old_reaction, given.new_reaction].map(
    (list) =>
      new Set(
        listOf(list)
          .map(emojiOf)
          .filter((emoji) => emoji !== null),
      ),
  );
  // In a group several people react: each has their own id.
  const actor = idOf(objectOf(given.user ?? given.actor_chat).id);
  const from = chat.type === 'private' || actor === null ? chatFrom : { ...chatFrom, address: actor };
  const base = {
    kind: 'reaction' as const,
    account,
    at,
    targetProviderId: telegramMessageId(chatFrom.address, messageId),
    from,
  };
  const changes = (
    action: ReactionItem['action'],
    list: Iterable<string>,
    other: Set<string> | undefined,
  ): ReactionItem[] => [...list].filter((emoji) => !other?.has(emoji)).map((emoji) => ({ ...base, emoji, action }));
  const items = [...changes('removed', before ?? [], after), ...changes('added', after ?? [], before)];
  return items.length > 0 ? items : [ignored('reaction without a change')];
}
