import { type Answer, sandbox, type TestTenant } from './client.ts';
import { personPath, type TestPage } from './connect-channels.ts';
import type { System } from './system.ts';

/** Of the pages, each with its Instagram account, and TikTok alone. */
export const COMMENT_TENANT = { channels: ['fb', 'ig', 'tt'], connectWa: false };

function made(answer: Answer): Answer['body'] {
  if (answer.status !== 200) throw new Error(`The sandbox refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A person comments on the page's or the Instagram account's first post, unless `body` says otherwise. */
export async function commentsOnPost(
  system: System,
  channel: 'fb' | 'ig',
  person: string,
  body: Record<string, unknown>,
): Promise<{ comment_id: string; post_id: string }> {
  return made(await sandbox(system, 'POST', `${personPath(channel, person)}/comments`, body));
}

/** A person comments on a video; answers the comment's id. TikTok tells it when it is asked, or at once with `webhook`. */
export async function commentsOnVideo(system: System, person: string, body: Record<string, unknown>): Promise<string> {
  return made(await sandbox(system, 'POST', `${personPath('tt', person)}/comments`, body)).comment_id;
}

/** The account of a page's test on this channel. */
export const accountOf = (page: TestPage, channel: 'fb' | 'ig'): string =>
  channel === 'fb' ? page.id : page.instagram.id;

/** What the account itself wrote at the platform. */
export async function repliesOf(
  system: System,
  channel: 'fb' | 'ig',
  account: string,
): Promise<{ id: string; text: string; by_app: boolean }[]> {
  const { body } = await sandbox(system, 'GET', `/comments?channel=${channel}&account=${account}&own=true`);
  return body.comments;
}

/** Answers a comment. */
export const reply = (tenant: TestTenant, body: Record<string, unknown>): Promise<Answer> =>
  tenant.post('comment-reply', body);
