import type { OutboundMedia, OutboundMessage, OutboundTemplate } from '../sent/outbound-message.ts';
import { textCallbackData } from './wa-callback-data.ts';
import { waContact, waInteractive } from './wa-interactive.ts';

/** Body of POST /{phone-number-id}/messages (docs/reference/wa.md#sending). */
export type WaSendBody = Record<string, unknown> & { messaging_product: 'whatsapp'; type: string };

/** Pattern of a phone number; anything else is a business-scoped user id. */
const PHONE = /^\+?\d{7,15}$/;

/** The person of a request: a number, or a business-scoped id. */
export const waRecipient = (to: string): Record<string, string> =>
  PHONE.test(to) ? { to: to.replace(/^\+/, '') } : { recipient: to };

type Content = Record<string, unknown> & { type: string };

function templateOf({ name, language, variables, components: given }: OutboundTemplate): Content {
  const components =
    given ??
    (variables?.length
      ? [{ type: 'body', parameters: variables.map((value) => ({ type: 'text', text: value })) }]
      : undefined);
  return { type: 'template', template: { name, language: { code: language }, ...(components ? { components } : {}) } };
}

function fileOf({ type, url, filename }: OutboundMedia, text: string): Content {
  if (type === 'voice') return { type: 'audio', audio: { link: url, voice: true } };
  const caption = type !== 'audio' && text !== '' ? { caption: text } : {};
  return { type, [type]: { link: url, ...caption, ...(type === 'document' && filename ? { filename } : {}) } };
}

/** The content of a message that {@link OutboundMessage.rich} describes. */
function richOf({ text, media, rich }: OutboundMessage): Content | null {
  if (rich?.buttons || rich?.list) return { type: 'interactive', interactive: waInteractive(text, media, rich) };
  if (rich?.location) return { type: 'location', location: rich.location };
  return rich?.contacts ? { type: 'contacts', contacts: rich.contacts.map(waContact) } : null;
}

/** Whether a file has no caption: its text, and what is below it, is a separate message. */
const isWithoutCaption = ({ type }: OutboundMedia): boolean => type === 'audio' || type === 'voice';

function contentOf(message: OutboundMessage): Content {
  const { text, media, template, preview = false } = message;
  if (template) return templateOf(template);
  if (media && isWithoutCaption(media)) return fileOf(media, '');
  const rich = richOf(message);
  if (rich) return rich;
  return media ? fileOf(media, text) : { type: 'text', text: { body: text, preview_url: preview } };
}

/** The request body of a reaction; null removes it. Its statuses name the reaction, not one of our messages. */
export const waReactionBody = (to: string, messageId: string, emoji: string | null): WaSendBody => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...waRecipient(to),
  type: 'reaction',
  reaction: { message_id: messageId, emoji: emoji ?? '' },
});

function bodyOf(message: OutboundMessage, callbackData: string): WaSendBody {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    biz_opaque_callback_data: callbackData,
    ...waRecipient(message.to),
    ...(message.quoted ? { context: { message_id: message.quoted.providerMessageId } } : {}),
    ...contentOf(message),
  };
}

/**
 * The request bodies of this message, in order; every status returns our own id (`biz_opaque_callback_data`). Audio has
 * no caption, so its text is a second message, which quotes nothing.
 */
export function waSendBodies(message: OutboundMessage, messageId: string): [WaSendBody, ...WaSendBody[]] {
  const first = bodyOf(message, messageId);
  if (!message.media || !isWithoutCaption(message.media) || message.text === '') return [first];
  return [first, bodyOf({ ...message, media: null, quoted: null }, textCallbackData(messageId))];
}
