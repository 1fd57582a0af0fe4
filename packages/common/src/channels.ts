import { z } from 'zod';

/** Channel codes (docs/reference/channels.md#channel-codes). */
export const CHANNELS = ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'] as const;
/** What each code means, for people and assistants who meet it in a tool, a form or the reference. */
export const CHANNEL_CODES =
  'wd (WhatsApp on a linked phone), wa (WhatsApp Cloud API), tg (Telegram bot), fb (Messenger), ig (Instagram), tt (TikTok)';
export const Channel = z.enum(CHANNELS).describe(`One of ${CHANNEL_CODES}`);
export type Channel = z.infer<typeof Channel>;

/** Platforms whose comments can be read and answered (docs/reference/comments.md#incoming-comments). */
export const COMMENT_PLATFORMS = ['fb', 'ig', 'tt'] as const;
export const CommentPlatform = z.enum(COMMENT_PLATFORMS).describe('One of fb, ig, tt');
export type CommentPlatform = z.infer<typeof CommentPlatform>;

interface ChannelLimits {
  /** Longest text of a message without media. */
  text: number;
  /** Longest text with media; null when the channel has no caption and the text follows as a separate message. */
  caption: number | null;
  /** The unit of `text`. */
  unit: 'characters' | 'bytes';
}

/**
 * Length limits of a message (docs/reference/sends.md#length). Characters are UTF-16 units, as the platforms count
 * them.
 */
export const MESSAGE_LIMITS: Readonly<Record<Channel, ChannelLimits>> = {
  wd: { text: 4096, caption: 1024, unit: 'characters' },
  wa: { text: 4096, caption: 1024, unit: 'characters' },
  tg: { text: 4096, caption: 1024, unit: 'characters' },
  fb: { text: 2000, caption: null, unit: 'characters' },
  ig: { text: 1000, caption: null, unit: 'bytes' },
  tt: { text: 6000, caption: null, unit: 'characters' },
};
