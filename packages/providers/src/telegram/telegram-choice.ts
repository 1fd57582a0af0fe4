import { isObject, type JsonObject, listOf, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { choice } from '../received/read-choice.ts';
import { telegramMessageId, telegramPollId } from './telegram-chat.ts';
import { ignored, unknown } from './telegram-element.ts';
import { idOf, inGroup, senderIn } from './telegram-person.ts';

/** The text of the button with this data, from the keyboard of its message. */
const buttonTitle = (message: JsonObject, data: string): string | null =>
  listOf(objectOf(message.reply_markup).inline_keyboard)
    .flatMap(listOf)
    .filter(isObject)
    .flatMap((button) => (button.callback_data === data ? (textOf(button.text) ?? []) : []))[0] ?? null;

/** `callback_query`: a button below a message was pressed. */
export function parseCallback(account: WebhookAccount, query: unknown, receivedAt: Date): InboundItem {
  const given = objectOf(query);
  const id = textOf(given.id);
  const message = objectOf(given.message);
  const person = objectOf(given.from);
  // An inline message has no chat: the person's private chat has the person's id.
  const from = senderIn(message, isObject(message.chat) ? message.chat : { id: person.id }, person);
  if (id === null || from === null) return unknown('callback query of unknown shape', query);
  const data = textOf(given.data);
  // A game's button has no data: nothing was chosen, but the person's app still waits for an answer.
  if (data === null)
    return {
      ...ignored('callback query without data'),
      unanswered: { botId: account.externalId, callbackQueryId: id },
    };
  const messageId = idOf(message.message_id);
  return {
    kind: 'message',
    account,
    at: receivedAt,
    providerMessageId: `callback:${id}`,
    from,
    text: data,
    attachments: [],
    replyToProviderId: messageId === null ? null : telegramMessageId(from.address, messageId),
    interactive: choice('button', { id: data, title: buttonTitle(message, data) ?? data }),
    callbackQueryId: id,
    ...inGroup(objectOf(message.chat)),
    raw: query,
  };
}

/**
 * `poll_answer`: a vote in a poll of the bot. It names neither a message nor a chat. A person may cast the same vote
 * again later: the number of the update distinguishes that from a repeat of the webhook.
 */
export function parseVote(
  account: WebhookAccount,
  vote: unknown,
  receivedAt: Date,
  { update_id: updateId }: JsonObject,
): InboundItem {
  const given = objectOf(vote);
  const pollId = textOf(given.poll_id);
  // An anonymous voter is a chat, with a placeholder person in `user`.
  const voter = objectOf(given.voter_chat ?? given.user);
  const from = senderIn({}, { id: voter.id }, voter);
  if (pollId === null || from === null) return unknown('vote of unknown shape', vote);
  const indexes = listOf(given.option_ids).flatMap((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [value] : [],
  );
  return {
    kind: 'message',
    account,
    at: receivedAt,
    providerMessageId: `vote:${pollId}:${from.address}:${idOf(updateId) ?? receivedAt.getTime()}`,
    from,
    text: '',
    attachments: [],
    pollAnswer: { options: indexes.map((index) => ({ index, title: null })) },
    replyToProviderId: telegramPollId(pollId),
    isInChatOfReplied: true,
    interactive: null,
    callbackQueryId: null,
    raw: vote,
  };
}
