import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import { attachment, type InboundAttachment } from '../received/inbound-item.ts';
import { richText, textWithLinks } from './telegram-text.ts';

/** The content of a Telegram message; `service` is a notice about the chat, `unknown` a new kind of group message, or none. */
export type TelegramContent = { text: string; attachments: InboundAttachment[] } | 'service' | 'unknown';

/** Notices of the Bot API 10.3 about a chat, without an author. */
const SERVICE = [
  'new_chat_members',
  'left_chat_member',
  'chat_owner_left',
  'chat_owner_changed',
  'new_chat_title',
  'new_chat_photo',
  'delete_chat_photo',
  'group_chat_created',
  'supergroup_chat_created',
  'channel_chat_created',
  'message_auto_delete_timer_changed',
  'pinned_message',
  'migrate_from_chat_id',
  'refunded_payment',
  'gift_upgrade_sent',
  'community_chat_added',
  'community_chat_removed',
  'connected_website',
  'write_access_allowed',
  'proximity_alert_triggered',
  'boost_added',
  'chat_background_set',
  'checklist_tasks_done',
  'checklist_tasks_added',
  'direct_message_price_changed',
  'paid_message_price_changed',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_closed',
  'forum_topic_reopened',
  'general_forum_topic_hidden',
  'general_forum_topic_unhidden',
  'giveaway_created',
  'giveaway',
  'giveaway_winners',
  'giveaway_completed',
  'managed_bot_created',
  'poll_option_added',
  'poll_option_deleted',
  'suggested_post_approved',
  'suggested_post_approval_failed',
  'suggested_post_declined',
  'suggested_post_paid',
  'suggested_post_refunded',
  'video_chat_scheduled',
  'video_chat_started',
  'video_chat_ended',
  'video_chat_participants_invited',
];

/** Content that is kept unchanged. */
const KEPT = [
  'rich_message',
  'poll',
  'dice',
  'game',
  'web_app_data',
  'story',
  'paid_media',
  'checklist',
  'gift',
  'unique_gift',
  'invoice',
  'successful_payment',
  'users_shared',
  'chat_shared',
  'passport_data',
];

function file(
  type: InboundAttachment['type'],
  given: unknown,
  mimeType: string | null = null,
  /** Members with further facts about the file. */
  told: readonly string[] = [],
): InboundAttachment {
  const media = objectOf(given);
  const more = told.flatMap((name) => (textOf(media[name]) === null ? [] : [[name, media[name]] as const]));
  return attachment(type, {
    providerMediaId: textOf(media.file_id),
    mimeType: textOf(media.mime_type) ?? mimeType,
    filename: textOf(media.file_name),
    size: numberOf(media.file_size),
    payload: more.length === 0 ? null : Object.fromEntries(more),
  });
}

function sticker(given: unknown): InboundAttachment {
  const { is_animated: animated, is_video: video } = objectOf(given);
  return file(
    'sticker',
    given,
    animated === true ? 'application/x-tgsticker' : video === true ? 'video/webm' : 'image/webp',
    ['emoji', 'set_name'],
  );
}

/** Sizes of an image are in ascending order. */
function largestOf(sizes: unknown): InboundAttachment[] {
  const largest = listOf(sizes).filter(isObject).at(-1);
  return largest ? [file('image', largest, 'image/jpeg')] : [];
}

/** The still image and the moving one; kept unchanged when it names no file. */
function livePhoto(given: unknown): InboundAttachment[] {
  const photo = objectOf(given);
  if (textOf(photo.file_id) === null) return [attachment('unsupported', { payload: { live_photo: given } })];
  return [...largestOf(photo.photo), file('video', photo, 'video/mp4')];
}

const hasCoordinates = ({ latitude, longitude }: JsonObject): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude);

/** A place; kept unchanged when it has no coordinates. */
function place(name: 'venue' | 'location', location: JsonObject, venue: JsonObject = {}): InboundAttachment {
  if (!hasCoordinates(location))
    return attachment('unsupported', { payload: { [name]: name === 'venue' ? venue : location } });
  return attachment('location', { payload: { ...location, ...venue } });
}

/** A venue contains its place, or the message has the place next to the venue. */
function venueIn(message: JsonObject): InboundAttachment {
  const { location, ...venue } = objectOf(message.venue);
  const own = objectOf(location);
  if (hasCoordinates(own) || !hasCoordinates(objectOf(message.location)))
    return place('venue', own, objectOf(message.venue));
  return place('venue', objectOf(message.location), venue);
}

/** Messages outside of the conversation that a person may answer: a story, or a message of another chat. */
const ANSWERED_ELSEWHERE = ['reply_to_story', 'external_reply'];
const answeredElsewhere = (message: JsonObject): InboundAttachment[] =>
  ANSWERED_ELSEWHERE.filter((name) => isObject(message[name])).map((name) =>
    attachment('unsupported', { payload: { [name]: message[name] } }),
  );

/** The attachments of a message. An animation also has a document, and a venue a location: the first is used. */
function partsOf(message: JsonObject): InboundAttachment[] {
  const has = (name: string): boolean => message[name] !== undefined && message[name] !== null;
  if (has('live_photo')) return livePhoto(message.live_photo);
  const picture = largestOf(message.photo);
  if (picture.length > 0) return picture;
  if (has('animation')) return [file('video', message.animation, 'video/mp4')];
  if (has('document')) return [file('document', message.document)];
  if (has('video')) return [file('video', message.video, 'video/mp4')];
  if (has('video_note')) return [file('video', message.video_note, 'video/mp4')];
  if (has('voice')) return [file('voice', message.voice, 'audio/ogg')];
  if (has('audio')) return [file('audio', message.audio, 'audio/mpeg', ['title', 'performer'])];
  if (has('sticker')) return [sticker(message.sticker)];
  if (has('venue')) return [venueIn(message)];
  if (has('location')) return [place('location', objectOf(message.location))];
  if (has('contact')) return [attachment('contact', { payload: objectOf(message.contact) })];
  return KEPT.filter(has).map((name) => attachment('unsupported', { payload: { [name]: message[name] } }));
}

/** Members of a message that are not content. */
const ENVELOPE = new Set([
  'message_id',
  'message_thread_id',
  'from',
  'sender_chat',
  'sender_boost_count',
  'sender_tag',
  'business_connection_id',
  'sender_business_bot',
  'chat',
  'date',
  'edit_date',
  'via_bot',
  'forward_origin',
  'reply_to_message',
  'external_reply',
  'quote',
  'is_topic_message',
  'has_protected_content',
  'author_signature',
  'effect_id',
  'paid_star_count',
  'is_paid_post',
  'is_from_offline',
  'is_automatic_forward',
  'direct_messages_topic',
  'suggested_post_info',
  'reply_to_story',
  'reply_to_checklist_task_id',
  'reply_to_poll_option_id',
  'media_group_id',
  'entities',
  'caption_entities',
  'link_preview_options',
  'show_caption_above_media',
  'has_media_spoiler',
  'reply_markup',
]);

function textIn(message: JsonObject): string {
  const text = textOf(message.text);
  if (text !== null) return textWithLinks(text, message.entities);
  const caption = textOf(message.caption);
  if (caption !== null) return textWithLinks(caption, message.caption_entities);
  return richText(objectOf(message.rich_message));
}

/**
 * Reads a message's content. In a group only known content is a message: a notice about the chat would be unread, open
 * a conversation and trigger a bot (docs/reference/tg.md#updates). In a private chat new content comes from the person,
 * and keeps its own fields, so that nothing is lost; a message without any is none.
 */
export function telegramContent(message: JsonObject): TelegramContent {
  const text = textIn(message);
  const attachments = [...partsOf(message), ...answeredElsewhere(message)];
  if (text !== '' || attachments.length > 0) return { text, attachments };
  if (SERVICE.some((name) => message[name] !== undefined)) return 'service';
  if (objectOf(message.chat).type !== 'private') return 'unknown';
  const own = Object.entries(message).filter(([name, value]) => !ENVELOPE.has(name) && value !== null && value !== '');
  if (own.length === 0) return 'unknown';
  return { text: '', attachments: [attachment('unsupported', { payload: Object.fromEntries(own) })] };
}
