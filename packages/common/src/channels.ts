import { z } from 'zod';
import { SCHEMA_NAMES } from './contract/schema-names.ts';

/** Channel codes (docs/reference/channels.md#channel-codes). */
export const CHANNELS = ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'] as const;
/** The meaning of each code, for people and assistants who meet it in a tool, a form or the reference. */
export const CHANNEL_CODES =
  'wd (WhatsApp on a linked phone), wa (WhatsApp Cloud API), tg (Telegram bot), fb (Messenger), ig (Instagram), tt (TikTok)';
export const Channel = z.enum(CHANNELS).describe(`One of ${CHANNEL_CODES}`).register(SCHEMA_NAMES, { id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

/** Platforms whose comments can be read and answered (docs/reference/comments.md#incoming-comments). */
export const COMMENT_PLATFORMS = ['fb', 'ig', 'tt'] as const;
export const CommentPlatform = z
  .enum(COMMENT_PLATFORMS)
  .describe('One of fb, ig, tt')
  .register(SCHEMA_NAMES, { id: 'CommentPlatform' });
export type CommentPlatform = z.infer<typeof CommentPlatform>;
