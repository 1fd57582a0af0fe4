import type { Answer } from './call-json.ts';
import type { TestTenant } from './client.ts';
import type { TestPage } from './connect-channels.ts';

/** Of the pages, each with its Instagram account, and TikTok alone. */
export const COMMENT_TENANT = { channels: ['fb', 'ig', 'tt'], connectWa: false };

/** The account of a page's test on this channel. */
export const accountOf = (page: TestPage, channel: 'fb' | 'ig'): string =>
  channel === 'fb' ? page.id : page.instagram.id;

/** Answers a comment. */
export const reply = (tenant: TestTenant, body: Record<string, unknown>): Promise<Answer> =>
  tenant.post('comment-reply', body);
