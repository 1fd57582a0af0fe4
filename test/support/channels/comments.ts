import type { Answer } from '../requests/call-json.ts';
import type { TestTenant } from '../tenants/client.ts';
import type { TestPage } from './connect-channels.ts';

/** Options of a tenant with the channels that have comments. */
export const COMMENT_TENANT = { channels: ['fb', 'ig', 'tt'], connectWa: false };

/** The id of a page's account on this channel. */
export const accountOf = (page: TestPage, channel: 'fb' | 'ig'): string =>
  channel === 'fb' ? page.id : page.instagram.id;

/** Replies to a comment. */
export const reply = (tenant: TestTenant, body: Record<string, unknown>): Promise<Answer> =>
  tenant.post('comment-reply', body);
