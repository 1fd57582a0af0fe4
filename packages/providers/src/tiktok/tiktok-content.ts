import { isObject, type JsonObject, objectOf, textOf } from '../http/json-walk.ts';
import { attachment, type InboundAttachment } from '../received/inbound-item.ts';
import { tiktokMediaKey } from './tiktok-media-key.ts';

/** The content of a direct message of TikTok. */
export interface TiktokContent {
  text: string;
  attachments: InboundAttachment[];
}

/**
 * The type of a message in lower case: not every sender of webhooks writes it so (docs/reference/tt.md#callbacks).
 */
export const tiktokType = (content: JsonObject): string | null => textOf(content.type)?.toLowerCase() ?? null;

function textIn(content: JsonObject): string {
  return textOf(objectOf(content.text).body) ?? textOf(content.text) ?? textOf(content.content) ?? '';
}

function file(mediaType: 'image' | 'video', content: JsonObject): InboundAttachment {
  const mediaId = textOf(objectOf(content[mediaType]).media_id);
  const conversationId = textOf(content.conversation_id);
  const messageId = textOf(content.message_id);
  if (mediaId === null || conversationId === null || messageId === null) return kept(mediaType, content);
  return attachment(mediaType, {
    providerMediaId: tiktokMediaKey({ mediaType, conversationId, messageId, mediaId }),
  });
}

/** An attachment of a kind that only TikTok has: its own fields are kept. */
function kept(type: string, content: JsonObject): InboundAttachment {
  const own = content[type];
  return attachment('unsupported', { payload: { type, ...(own === undefined ? {} : { [type]: own }) } });
}

function picture(type: 'sticker' | 'emoji', content: JsonObject): InboundAttachment {
  const url = textOf(objectOf(content[type]).url);
  return url === null ? kept(type, content) : attachment('sticker', { url });
}

/** Reads a message's content; an unknown type, or a text message without text, keeps its own fields. */
export function tiktokContent(content: JsonObject): TiktokContent {
  const type = tiktokType(content);
  const text = textIn(content);
  switch (type) {
    case null:
    case 'text':
      if (text !== '' || (type === 'text' && isObject(content.text))) return { text, attachments: [] };
      return { text, attachments: [kept(type ?? 'unknown', content)] };
    case 'image':
    case 'video':
      return { text, attachments: [file(type, content)] };
    case 'sticker':
    case 'emoji':
      return { text, attachments: [picture(type, content)] };
    default:
      return { text, attachments: [kept(type, content)] };
  }
}
