import { isObject, type JsonObject, momentOf, textOf } from '../http/json-walk.ts';
import type { InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { parseLossless } from './lossless-json.ts';
import { ignored, notice, unknown } from './tiktok-element.ts';
import { parseTiktokEcho, parseTiktokMessage } from './tiktok-message.ts';
import { parseTiktokRead, parseTiktokReferral } from './tiktok-news.ts';
import { tiktokSender } from './tiktok-sender.ts';

/** Ids of comments and videos are numbers, which the parser may have turned into text. */
const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : textOf(value);

/** A comment that only friends of its author can see is reported as hidden. */
const CHANGES = {
  insert: 'added',
  delete: 'removed',
  set_to_hidden: 'hidden',
  set_to_friends_only: 'hidden',
  set_to_public: 'shown',
} as const;
const isChange = (action: string): action is keyof typeof CHANGES => Object.hasOwn(CHANGES, action);

function parseComment(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem {
  const action = textOf(content.comment_action)?.toLowerCase() ?? '';
  const commentId = idOf(content.comment_id);
  const at = momentOf(content.timestamp) ?? sentAt;
  if (commentId === null || !isChange(action)) return unknown('comment of unknown shape', content);
  const parentId = idOf(content.parent_comment_id);
  const person = textOf(content.unique_identifier);
  return {
    kind: 'comment',
    account,
    at,
    change: CHANGES[action],
    commentId,
    postId: idOf(content.video_id),
    parentId: parentId === '0' ? null : parentId,
    text: textOf(content.text) ?? '',
    from: person === null ? null : { id: person, name: null },
    isOwn: person === account.externalId,
  };
}

/** `im_receive_high_intent_comment`: a comment that may be answered privately; it names no video. */
function parseOffer(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem {
  const commentId = idOf(content.comment_id);
  if (commentId === null) return unknown('comment of unknown shape', content);
  const from = tiktokSender(content);
  return {
    kind: 'comment',
    account,
    at: momentOf(content.timestamp) ?? sentAt,
    change: 'offered',
    commentId,
    postId: null,
    parentId: null,
    text: textOf(content.comment_text) ?? '',
    from: from && { id: from.address, name: null },
    isOwn: false,
  };
}

/** Events about the account's automatic messages, which are kept. */
const NOTICES: ReadonlySet<string> = new Set(['im_auto_message_config_update', 'im_auto_message_audit_update']);

function parseContent(content: unknown): JsonObject | null {
  try {
    const parsed = typeof content === 'string' ? parseLossless(content) : content;
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function parseEvent(body: JsonObject, receivedAt: Date): InboundItem[] {
  const event = textOf(body.event);
  const openId = textOf(body.user_openid);
  if (event === null || openId === null) return [unknown('body without an event or an account', body)];
  const account: WebhookAccount = { channel: 'tt', externalId: openId };
  const sentAt = momentOf(body.create_time) ?? receivedAt;
  switch (event) {
    case 'authorization.removed':
      return [{ kind: 'unauthorized', account, at: sentAt }];
    case 'im_receive_msg_eu':
      return [ignored('message without content, as TikTok sends it for the EU')];
  }
  const content = parseContent(body.content);
  if (content === null) return [unknown(`${event} without content`, body)];
  if (event === 'im_receive_msg') return parseTiktokMessage(account, content, sentAt);
  if (event === 'im_send_msg') return parseTiktokEcho(account, content, sentAt);
  if (event === 'im_mark_read_msg') return [parseTiktokRead(account, content, sentAt)];
  if (event === 'im_referral_msg') return [parseTiktokReferral(account, content, sentAt) ?? notice(event, body)];
  if (event === 'im_receive_high_intent_comment') return [parseOffer(account, content, sentAt)];
  if (NOTICES.has(event)) return [notice(event, body)];
  if (event === 'comment.update') return [parseComment(account, content, sentAt)];
  return [unknown(`event ${event}`, body)];
}

/**
 * Reads the exact bytes of one of TikTok's webhooks (docs/reference/tt.md#callbacks); ids beyond 2^53 keep every digit.
 * Never throws; an unknown event becomes an `unknown` item. An event without a time gets `receivedAt`.
 */
export function parseTiktokWebhook(raw: string, receivedAt = new Date()): InboundItem[] {
  const body = parseContent(raw);
  return body === null ? [unknown('body is no object', raw)] : parseEvent(body, receivedAt);
}
