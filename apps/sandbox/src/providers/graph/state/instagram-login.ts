import type { InstagramLogin, Page } from './page.ts';
import { makeInstagramAccount, makePage } from './seed-page.ts';

/** The Instagram app for authorizations, if none is configured. */
export const INSTAGRAM_APP_SEED = { id: 'demo-instagram-app', secret: 'sandbox-instagram-secret' } as const;

/** The account with its own login in a fresh sandbox. */
export const LOGIN_SEED = {
  userId: '17841400000000009',
  appScopedId: '25525000000000009',
  username: 'demo.shop',
} as const;

/**
 * An Instagram account with its own login. It is kept as a page of its own, which no list of pages shows, so that
 * messages and comments follow the same rules.
 */
export function makeLoginPage(userId: string, given: Partial<InstagramLogin> & { username?: string } = {}): Page {
  const { username, ...login } = given;
  const appScopedId = login.appScopedId ?? `25525${userId.slice(-12)}`;
  const account = makeInstagramAccount(userId);
  return {
    ...makePage(appScopedId),
    posts: [],
    instagram: { ...account, username: username ?? account.username, name: username ?? account.name },
    login: {
      appScopedId,
      accountType: 'BUSINESS',
      isTester: true,
      tokenForm: 'flat',
      signsWith: 'instagram',
      refusedFields: [],
      ...login,
    },
  };
}

/** The permissions of the dialog, with its wording for them. */
export const INSTAGRAM_PERMISSIONS: Readonly<Record<string, string>> = {
  instagram_business_basic: 'View profile and access media',
  instagram_business_manage_messages: 'Access and manage messages',
  instagram_business_manage_comments: 'Access and manage comments',
};

/** A permission under the name that the same calls need with a page's login. */
export const asPagePermission = (scope: string): string => scope.replace('instagram_business_', 'instagram_');
