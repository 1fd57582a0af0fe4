import type { CustomerMessage } from '../../../../customers/customer-message.ts';
import { mediaOf } from '../../../../media/default-media.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { PageChannel } from '../../state/page.ts';
import { attachmentUrl } from './attachment-routes.ts';

const THUMBS_UP = 369_239_263_222_822;

/** The `attachments` of a person's message; empty for a text. */
export function attachmentsOf(
  state: SandboxState,
  channel: PageChannel,
  message: CustomerMessage,
  origin: string,
): Record<string, unknown>[] {
  const all = message.attachments?.map((part) => ({ ...message, ...part })) ?? [message];
  return all.map((part) => attachmentOf(state, channel, part, origin)).filter((attachment) => attachment !== null);
}

function attachmentOf(
  state: SandboxState,
  channel: PageChannel,
  message: CustomerMessage,
  origin: string,
): Record<string, unknown> | null {
  const stored = (type: CustomerMessage['type']) => {
    const media = mediaOf(state, { ...message, type });
    return media ? attachmentUrl(media.id, origin) : origin;
  };
  switch (message.type) {
    case 'image':
    case 'video':
    case 'audio':
      return { type: message.type, payload: { url: stored(message.type) } };
    case 'voice':
      return { type: 'audio', payload: { url: stored('voice') } };
    case 'animation':
    case 'video_note':
      return { type: 'video', payload: { url: stored(message.type) } };
    case 'document':
      return { type: 'file', payload: { url: stored('document') } };
    case 'sticker':
      return stickerOf(channel, message, stored('sticker'));
    case 'location':
      return locationOf(message);
    default:
      return sharedOf(channel, message, stored);
  }
}

/** Messenger wrote stickers as images until 2026 and writes them as stickers since. */
function stickerOf(channel: PageChannel, message: CustomerMessage, url: string): Record<string, unknown> {
  if (channel === 'ig') return { type: 'image', payload: { url } };
  return { type: message.sticker_form ?? 'image', payload: { url, sticker_id: THUMBS_UP } };
}

function locationOf({ location }: CustomerMessage): Record<string, unknown> {
  const { latitude, longitude, name } = location ?? { latitude: 37.44, longitude: -122.16 };
  const url = `https://www.bing.com/maps/default.aspx?cp=${latitude}~${longitude}`;
  const coordinates = { lat: latitude, long: longitude };
  return { type: 'location', title: name ?? 'Pinned location', url, payload: { coordinates } };
}

/** Shared content: links, products, posts, reels, stories; and the heart of Instagram. */
function sharedOf(
  channel: PageChannel,
  message: CustomerMessage,
  stored: (type: CustomerMessage['type']) => string,
): Record<string, unknown> | null {
  const title = message.description ?? 'Shared';
  const isInstagram = channel === 'ig';
  switch (message.type) {
    case 'fallback':
      return { title, url: 'https://example.com/', type: 'fallback', payload: { url: 'https://example.com/', title } };
    case 'template': {
      const element = { id: '12345678910', retailer_id: '123456', title, subtitle: '$40' };
      return { type: 'template', payload: { product: { elements: [element] } } };
    }
    case 'reel':
      return {
        type: isInstagram ? 'ig_reel' : 'reel',
        payload: { reel_video_id: '17900000000000002', title, url: stored('video') },
      };
    case 'post':
      return isInstagram
        ? { type: 'ig_post', payload: { ig_post_media_id: '17900000000000003', title, url: stored('image') } }
        : { type: 'post', payload: { url: 'https://www.facebook.com/1/posts/2', title } };
    case 'share':
      return { type: 'share', payload: { url: stored('image') } };
    case 'story_mention':
      return { type: 'story_mention', payload: { url: stored('image') } };
    case 'like_heart':
      return { type: 'like_heart' };
    case 'ephemeral':
      return { type: 'ephemeral' };
    default:
      return null;
  }
}
