import type { Customer } from '../../../../customers/customer.ts';
import type { CustomerMessage } from '../../../../customers/customer-message.ts';
import { mediaOf } from '../../../../media/default-media.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { GrantedAccount } from '../../state/page.ts';
import { attachmentUrl } from './attachment-routes.ts';
import { attachmentsOf } from './build-attachment.ts';
import { makeMessageId } from './make-message-id.ts';

/** A messaging event of a person, its webhook field, and the message that it concerns. */
export interface PageEvent {
  field: string;
  event: Record<string, unknown>;
  messageId: string;
}

/** The names of reactions on Messenger by emoji; `other` for the rest. */
const REACTIONS = new Map([
  ['😊', 'smile'],
  ['😆', 'smile'],
  ['😠', 'angry'],
  ['😢', 'sad'],
  ['😮', 'wow'],
  ['❤️', 'love'],
  ['❤', 'love'],
  ['👍', 'like'],
  ['👎', 'dislike'],
]);

/** Makes the event that a person's act causes, in the form of Messenger or Instagram. */
export function buildPageEvent(
  state: SandboxState,
  granted: GrantedAccount,
  customer: Customer,
  message: CustomerMessage,
  given: { nowMs: number; origin: string },
): PageEvent {
  const mid = message.provider_message_id ?? makeMessageId(granted.channel, granted.account);
  const timestamp = message.at === undefined ? given.nowMs : Date.parse(message.at);
  const head = { sender: { id: customer.address }, recipient: { id: granted.account }, timestamp };
  const target = message.target ?? '';
  switch (message.type) {
    case 'reaction': {
      const reaction = reactionOf(granted, target, message.emoji ?? null);
      return { field: 'message_reactions', event: { ...head, reaction }, messageId: target };
    }
    case 'edited': {
      const edit = { mid: target, text: message.text ?? '', num_edit: 1 };
      return {
        field: granted.channel === 'fb' ? 'message_edits' : 'message_edit',
        event: { ...head, message_edit: edit },
        messageId: target,
      };
    }
    case 'revoked':
      return { field: 'messages', event: { ...head, message: { mid: target, is_deleted: true } }, messageId: target };
    case 'button':
    case 'callback': {
      const title = message.text ?? '';
      const postback = { mid, title, payload: message.payload ?? title, ...referredBy(message) };
      return {
        field: 'messaging_postbacks',
        event: { ...head, postback },
        messageId: mid,
      };
    }
    case 'referral': {
      const link = { ref: message.payload ?? '', source: 'SHORTLINK', type: 'OPEN_THREAD' };
      const { referral = link } = referredBy(message);
      return { field: 'messaging_referrals', event: { ...head, referral }, messageId: mid };
    }
    default: {
      const content = contentOf(state, granted, message, given.origin);
      const sent = { mid, ...content, ...referredBy(message) };
      return { field: 'messages', event: { ...head, message: sent }, messageId: mid };
    }
  }
}

const referredBy = ({ referral }: CustomerMessage): { referral?: Record<string, unknown> } =>
  referral === undefined ? {} : { referral };

/** The echo of a message that the page sent; `appId` is the sender, null if Instagram does not report it. */
export function buildEcho(
  granted: GrantedAccount,
  to: string,
  message: Record<string, unknown>,
  given: { atMs: number; appId: string | number | null; metadata: string | null },
): Record<string, unknown> {
  return {
    sender: { id: granted.account },
    recipient: { id: to },
    timestamp: given.atMs,
    message: {
      is_echo: true,
      ...(granted.channel === 'fb' && given.appId !== null ? { app_id: given.appId } : {}),
      ...(granted.channel === 'fb' && given.metadata !== null ? { metadata: given.metadata } : {}),
      ...message,
    },
  };
}

function reactionOf(granted: GrantedAccount, mid: string, emoji: string | null): Record<string, unknown> {
  if (emoji === null || emoji === '') return { mid, action: 'unreact' };
  const name =
    granted.channel === 'ig' ? (emoji.startsWith('❤') ? 'love' : 'other') : (REACTIONS.get(emoji) ?? 'other');
  return { mid, action: 'react', reaction: name, emoji };
}

function contentOf(
  state: SandboxState,
  granted: GrantedAccount,
  message: CustomerMessage,
  origin: string,
): Record<string, unknown> {
  const text = message.text;
  const quoted = quoteOf(state, message, origin);
  if (message.type === 'unsupported') return { is_unsupported: true };
  if (message.type === 'button_reply' || message.type === 'list_reply') {
    return { text: text ?? '', quick_reply: { payload: message.payload ?? text ?? '' } };
  }
  if (message.type === 'story_reply') return { text: text ?? '', ...quoted };
  const attachments = attachmentsOf(state, granted.channel, message, origin);
  if (attachments.length === 0) return { text: text ?? '', ...quoted };
  // A text accompanies an attachment only with a shared link or product; otherwise it is a separate message.
  const withText = message.type === 'fallback' || message.type === 'template' || message.type === 'share';
  return {
    ...(withText && text !== undefined ? { text } : {}),
    ...(message.type === 'sticker' && granted.channel === 'fb' ? { sticker_id: 369_239_263_222_822 } : {}),
    attachments,
    ...quoted,
  };
}

function quoteOf(state: SandboxState, message: CustomerMessage, origin: string): Record<string, unknown> {
  if (message.type === 'story_reply') {
    const story = mediaOf(state, { ...message, type: 'image' });
    const url = story ? attachmentUrl(story.id, origin) : origin;
    return { reply_to: { story: { url, id: message.reply_to ?? '17900000000000001' } } };
  }
  return message.reply_to === undefined ? {} : { reply_to: { mid: message.reply_to } };
}
