import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import { attachment, type InboundAttachment } from '../received/inbound-item.ts';
import type { PageChannel } from './page-element.ts';

/** The content of a Messenger or Instagram message. */
export interface PageContent {
  text: string;
  attachments: InboundAttachment[];
}

const FILES: Readonly<Record<string, InboundAttachment['type']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  sticker: 'sticker',
};
/** Shared posts of Instagram have the URL of their image or video; those of Messenger the URL of a web page. */
const SHARED_FILES = new Set([
  'story_mention',
  'share',
  'ig_post',
  'ig_reel',
  'ig_story',
  'reel',
  'unsupported_type',
  'ephemeral',
]);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function location(part: JsonObject): InboundAttachment | null {
  const { lat, long } = objectOf(objectOf(part.payload).coordinates);
  const latitude = numberOf(lat);
  const longitude = numberOf(long);
  if (latitude === null || longitude === null) return null;
  const name = textOf(part.title);
  const url = textOf(part.url);
  return attachment('location', {
    payload: { latitude, longitude, ...(name ? { name } : {}), ...(url ? { url } : {}) },
  });
}

/**
 * One attachment. Kinds of only one channel (templates, posts, a heart) are kept whole: a heart of Instagram is an
 * attachment and not text, because no one typed it.
 */
function partOf(channel: PageChannel, part: JsonObject, isSticker: boolean): InboundAttachment {
  const type = textOf(part.type) ?? '';
  const payload = objectOf(part.payload);
  const url = textOf(payload.url);
  const fileType = Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  // Until 2026 stickers arrive as images with a sticker's id, since then as stickers; thumbs up is one of them.
  const sticker = type === 'image' && (isSticker || isGiven(payload.sticker_id));
  if (fileType) return attachment(sticker ? 'sticker' : fileType, { url });
  const place = type === 'location' ? location(part) : null;
  if (place) return place;
  return attachment('unsupported', {
    payload: { ...part },
    url: channel === 'ig' && SHARED_FILES.has(type) ? url : null,
  });
}

/** The story that a message replies to; it is not a message of the conversation, so it becomes an attachment. */
function storyOf(message: JsonObject): InboundAttachment[] {
  const { story } = objectOf(message.reply_to);
  if (!isObject(story)) return [];
  return [attachment('unsupported', { url: textOf(story.url), payload: { type: 'story_reply', story } })];
}

/** Reads a message's content (docs/reference/fb.md#callbacks); null when no part of it is known. */
export function knownPageContent(channel: PageChannel, message: JsonObject): PageContent | null {
  const isSticker = isGiven(message.sticker_id);
  const parts = listOf(message.attachments)
    .filter(isObject)
    .map((part) => partOf(channel, part, isSticker));
  const attachments = [...parts, ...storyOf(message)];
  if (message.is_unsupported === true && attachments.length === 0)
    attachments.push(attachment('unsupported', { payload: { type: 'unsupported' } }));
  const isEmpty = typeof message.text !== 'string' && attachments.length === 0;
  return isEmpty ? null : { text: textOf(message.text) ?? '', attachments };
}

/** Members of a message that are not content. */
const ENVELOPE = new Set(['mid', 'seq', 'app_id', 'metadata', 'reply_to', 'is_self']);

function unknownContent(message: JsonObject): PageContent {
  const own = Object.entries(message).filter(([name]) => !ENVELOPE.has(name));
  return {
    text: '',
    attachments: [attachment('unsupported', { payload: { type: 'unsupported', ...Object.fromEntries(own) } })],
  };
}

/** {@link knownPageContent}; unknown content keeps its own fields, so that nothing a person sent is lost. */
export const pageContent = (channel: PageChannel, message: JsonObject): PageContent =>
  knownPageContent(channel, message) ?? unknownContent(message);
