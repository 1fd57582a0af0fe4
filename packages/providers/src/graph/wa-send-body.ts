import type { OutboundMessage } from '../outbound-message.ts';

/** Body of POST /{phone-number-id}/messages (docs/reference/wa.md#sending). */
export type WaSendBody = Record<string, unknown> & { messaging_product: 'whatsapp'; type: string };

/** Pattern of a phone number; anything else is a business-scoped user id. */
const PHONE = /^\+?\d{7,15}$/;

const recipientOf = (to: string): Record<string, string> =>
  PHONE.test(to) ? { to: to.replace(/^\+/, '') } : { recipient: to };

function contentOf({ text, media, template }: OutboundMessage): Record<string, unknown> & { type: string } {
  if (template) {
    const components =
      template.components ??
      (template.variables?.length
        ? [{ type: 'body', parameters: template.variables.map((value) => ({ type: 'text', text: value })) }]
        : undefined);
    return {
      type: 'template',
      template: { name: template.name, language: { code: template.language }, ...(components ? { components } : {}) },
    };
  }
  if (media) {
    // Audio has no caption; its text is sent as a separate message.
    const caption = media.type !== 'audio' && text !== '' ? { caption: text } : {};
    const filename = media.type === 'document' && media.filename ? { filename: media.filename } : {};
    return { type: media.type, [media.type]: { link: media.url, ...caption, ...filename } };
  }
  return { type: 'text', text: { body: text, preview_url: false } };
}

/** The request body of this message; every status returns our own id (`biz_opaque_callback_data`). */
export function waSendBody(message: OutboundMessage, callbackData: string): WaSendBody {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    biz_opaque_callback_data: callbackData,
    ...recipientOf(message.to),
    ...contentOf(message),
  };
}
