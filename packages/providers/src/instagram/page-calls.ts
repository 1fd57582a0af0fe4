import type { GraphOptions } from '../graph/graph-call.ts';
import { makeMessengerClient } from '../graph/messenger-client.ts';
import { graphOptions, instagramOptions } from '../http/client-options.ts';
import { type InstagramClient, makeInstagramClient, OWN_ACCOUNT } from './instagram-client.ts';

/** The calls for messages and comments, which pages and accounts with Instagram Login share. */
export type PageCalls = Pick<
  InstagramClient,
  'sendToPerson' | 'act' | 'controlThread' | 'replyToComment' | 'getProfile'
>;

type Credentials = Readonly<Record<string, string>>;

/** Whether an Instagram account was connected with its own login, not through a page. */
export const hasInstagramLogin = ({ page_id: pageId, app_scoped_id: appScopedId }: Credentials): boolean =>
  pageId === undefined && appScopedId !== undefined;

/** The sender in the paths of an Instagram account's calls: itself with its own login, otherwise its page. */
export const instagramSenderOf = (credentials: Credentials, externalId: string): string =>
  hasInstagramLogin(credentials) ? OWN_ACCOUNT : (credentials.page_id ?? externalId);

/** Makes the calls of both hosts; the credentials of an account choose one (docs/reference/ig.md#instagram-login). */
export function makePageCalls(
  environment: Parameters<typeof graphOptions>[0] & Parameters<typeof instagramOptions>[0],
  given: Partial<Pick<GraphOptions, 'onAppRefused' | 'timeoutMs'>> = {},
): (credentials: Credentials) => PageCalls {
  const facebook = makeMessengerClient({ ...graphOptions(environment), ...given });
  const instagram = makeInstagramClient({ ...instagramOptions(environment), ...given });
  return (credentials) => (hasInstagramLogin(credentials) ? instagram : facebook);
}
