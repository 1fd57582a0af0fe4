import type { GraphPage } from '@parley/providers/graph/messenger-client';
import type { LinkChannel } from './dialog-url.rules.ts';

/** The scopes of a token, and the pages and accounts to which they apply. */
export interface GrantedScopes {
  scopes: string[];
  granular: { scope: string; targetIds: string[] | null }[];
}

const PAGE_SCOPES = ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'];
const INSTAGRAM_SCOPES = ['instagram_basic', 'instagram_manage_messages'];

const missing = (wanted: readonly string[], { scopes }: GrantedScopes): string | null =>
  wanted.find((scope) => !scopes.includes(scope)) ?? null;

/** A required permission for this channel that was not granted, or null. */
export const refusedPermission = (channel: LinkChannel, granted: GrantedScopes): string | null =>
  missing(channel === 'ig' ? [...PAGE_SCOPES, ...INSTAGRAM_SCOPES] : PAGE_SCOPES, granted);

/** Whether the person granted this scope for this page or account; no list of targets means every one. */
const isGivenFor = (scope: string, id: string, { granular }: GrantedScopes): boolean => {
  const targets = granular.find((entry) => entry.scope === scope)?.targetIds ?? null;
  return targets === null || targets.includes(id);
};

/**
 * The pages that can be connected: the person may answer their messages and granted the permissions. An Instagram
 * account is included if its permissions were granted; a link for ig uses only pages with one.
 */
export function choosePages(channel: LinkChannel, granted: GrantedScopes, pages: readonly GraphPage[]): GraphPage[] {
  const mayUseInstagram = missing(INSTAGRAM_SCOPES, granted) === null;
  const seen = new Set<string>();
  const isFresh = (id: string): boolean => !seen.has(id) && seen.add(id).has(id);
  return pages
    .filter(
      ({ id, tasks }) => (tasks === null || tasks.includes('MESSAGING')) && isGivenFor('pages_messaging', id, granted),
    )
    .filter(({ id }) => isFresh(`fb:${id}`))
    .map((page) => {
      const { instagram } = page;
      const isUsable =
        instagram !== null && mayUseInstagram && isGivenFor('instagram_manage_messages', instagram.id, granted);
      return isUsable && isFresh(`ig:${instagram.id}`) ? page : { ...page, instagram: null };
    })
    .filter(({ instagram }) => channel !== 'ig' || instagram !== null);
}
