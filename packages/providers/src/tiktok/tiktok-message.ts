import type { Interactive } from '@parley/common/events';
import { isObject, type JsonObject, listOf, momentOf, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem, ReactionItem, WebhookAccount } from '../received/inbound-item.ts';
import { choice } from '../received/read-choice.ts';
import { webUrl } from '../received/tidy-facts.ts';
import { tiktokContent, tiktokType } from './tiktok-content.ts';
import { ignored, unknown } from './tiktok-element.ts';
import { readTiktokReferral } from './tiktok-news.ts';
import { tiktokSender } from './tiktok-sender.ts';

/** The emoji of a reaction, or the image that TikTok calls an AI emoji; null where it has neither. */
function shownIn(reaction: JsonObject): Pick<ReactionItem, 'emoji' | 'picture'> | null {
  if (textOf(reaction.type)?.toUpperCase() === 'AI_EMOJI')
    return { emoji: null, picture: { url: webUrl(textOf(reaction.ai_emoji_url)) } };
  const emoji = textOf(reaction.emoji);
  return emoji === null ? null : { emoji };
}

function parseReaction(account: WebhookAccount, content: JsonObject, given: unknown, sentAt: Date): InboundItem {
  const reaction = objectOf(given);
  const target = textOf(reaction.original_msg_id);
  const operation = textOf(reaction.operation)?.toUpperCase();
  const actor = textOf(reaction.unique_identifier);
  const from = tiktokSender(content);
  if (target === null || from === null || (operation !== 'ADD' && operation !== 'REMOVE'))
    return unknown('reaction of unknown shape', content);
  const shown = shownIn(reaction);
  if (shown === null || (operation === 'ADD' && shown.picture?.url === null))
    return unknown('reaction of unknown shape', content);
  const own = [account.externalId, textOf(objectOf(content.to_user).id)];
  if (actor !== null && own.includes(actor)) return ignored('reaction of the account itself');
  return {
    kind: 'reaction',
    account,
    at: momentOf(reaction.timestamp) ?? sentAt,
    targetProviderId: target,
    from,
    ...shown,
    action: operation === 'ADD' ? 'added' : 'removed',
  };
}

/**
 * The pressed button of a card: TikTok sends its words as a text of the person, and names the button
 * (docs/reference/tt.md#callbacks).
 */
function pressedIn(content: JsonObject): Interactive | null {
  const id = textOf(objectOf(content.reply_source_payload).reply_source_unique_id);
  return id === null ? null : choice('button', { id, title: tiktokContent(content).text });
}

/** `im_receive_msg`: a message from a person, or their reactions. */
export function parseTiktokMessage(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem[] {
  const at = momentOf(content.timestamp) ?? sentAt;
  if (tiktokType(content) === 'reaction') {
    const reactions = isObject(content.reaction) ? [content.reaction] : listOf(content.reaction);
    if (reactions.length === 0) return [unknown('reaction of unknown shape', content)];
    return reactions.map((reaction) => parseReaction(account, content, reaction, at));
  }
  const providerMessageId = textOf(content.message_id);
  const from = tiktokSender(content);
  if (providerMessageId === null || from === null) return [unknown('message without an id or a sender', content)];
  const origin = readTiktokReferral(content);
  return [
    {
      kind: 'message',
      account,
      at,
      providerMessageId,
      from,
      ...tiktokContent(content),
      ...(origin ? { referral: origin } : {}),
      replyToProviderId: textOf(objectOf(content.referenced_message_info).referenced_message_id),
      interactive: pressedIn(content),
      callbackQueryId: null,
      raw: content,
    },
  ];
}

/**
 * `im_send_msg`: a message that the account sent, through the API or by hand. It may be ours if its source is the API or is
 * missing.
 */
export function parseTiktokEcho(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem[] {
  if (tiktokType(content) === 'reaction') return [ignored('reaction of the account itself')];
  const at = momentOf(content.timestamp) ?? sentAt;
  const providerMessageId = textOf(content.message_id);
  const address = textOf(objectOf(content.to_user).id);
  if (providerMessageId === null || address === null) return [unknown('echo of unknown shape', content)];
  const source = textOf(objectOf(content.message_tag).source)?.toUpperCase() ?? 'API';
  const threadId = textOf(content.conversation_id);
  return [
    {
      kind: 'echo',
      account,
      at,
      providerMessageId,
      origin: 'dashboard',
      mayBeOurs: source === 'API',
      callbackData: null,
      to: { address, aliases: [], ...(threadId === null ? {} : { threadId }) },
      ...tiktokContent(content),
      raw: content,
    },
  ];
}
