import { randomBytes } from 'node:crypto';
import { type BoundedMap, makeBoundedMap } from '../../../state/bounded-map.ts';
import { LOGIN_SEED, makeLoginPage } from './instagram-login.ts';
import type { AuthorizationCode, Comment, DialogPreset, GrantedAccount, MetaToken, Page } from './page.ts';
import { ALL_PERMISSIONS } from './permissions.ts';
import { seedPage } from './seed-page.ts';

/** The sandbox's memory of Facebook and Instagram. */
export interface MetaState {
  pages: Map<string, Page>;
  /** Instagram accounts with their own login, by their id in the app. */
  logins: Map<string, Page>;
  tokens: BoundedMap<MetaToken>;
  codes: BoundedMap<AuthorizationCode>;
  comments: BoundedMap<Comment>;
  /** The newest message of a page to a person, by `channel:account:person`. */
  newestOutbound: BoundedMap<{ mid: string; atMs: number }>;
  dialog: DialogPreset;
  /** The origin under which the application last reached Graph, at which it can fetch attachments. */
  seenOrigin: string | null;
  addPage(page: Page): void;
  /** The page of a token; for an Instagram login its own. */
  pageOf(id: string | null): Page | undefined;
  /** The page or Instagram account of an id, with its page. */
  grantedAccount(id: string): GrantedAccount | undefined;
  /** The first page, or its Instagram account. */
  firstGrantedAccount(channel: 'fb' | 'ig'): GrantedAccount | undefined;
  /** Gives a page a token that never expires, with every permission. */
  givePageToken(page: Page, token: string): void;
  /** A comment by its id, in any of Meta's forms. */
  comment(id: string): Comment | undefined;
  reset(): void;
}

const MAX_ENTRIES = 50_000;

/** The person who authorizes in the dialog. */
export const PERSON = { id: '10158000000000001', name: 'Demo Person' } as const;

export function makeMetaState(): MetaState {
  const state: MetaState = {
    pages: new Map(),
    logins: new Map(),
    tokens: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    codes: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    comments: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    newestOutbound: makeBoundedMap({ maxEntries: MAX_ENTRIES }),
    dialog: freshPreset(),
    seenOrigin: null,
    addPage(page) {
      state.pages.set(page.id, page);
      if (!state.tokens.get(page.token)) state.givePageToken(page, page.token);
    },
    pageOf: (id) => state.pages.get(id ?? '') ?? state.logins.get(id ?? ''),
    grantedAccount(id) {
      const page = state.pages.get(id);
      if (page) return { channel: 'fb', account: page.id, page };
      const linked = [...state.logins.values(), ...state.pages.values()].filter(
        ({ instagram }) => instagram?.id === id,
      );
      // An account of both ways is reached through the app that is subscribed to it.
      const reached = linked.find(({ subscribedFields }) => subscribedFields !== null) ?? linked[0];
      return reached && { channel: 'ig', account: id, page: reached };
    },
    firstGrantedAccount(channel) {
      for (const page of state.pages.values()) {
        if (channel === 'fb') return { channel, account: page.id, page };
        if (page.instagram) return { channel, account: page.instagram.id, page };
      }
      return undefined;
    },
    givePageToken(page, token) {
      page.token = token;
      state.tokens.set(token, lastingToken(token, page.id));
    },
    comment: (id) => state.comments.get(commentKey(id)),
    reset() {
      state.pages.clear();
      state.logins.clear();
      for (const store of [state.tokens, state.codes, state.comments, state.newestOutbound]) store.clear();
      state.dialog = freshPreset();
      seed();
    },
  };
  function seed() {
    state.addPage(seedPage());
    const { userId, appScopedId, username } = LOGIN_SEED;
    state.logins.set(appScopedId, makeLoginPage(userId, { appScopedId, username }));
  }
  seed();
  return state;
}

/** The identifying part of a comment id: Meta may change the prefix, so the part after the last `_`. */
export function commentKey(id: string): string {
  return id.slice(id.lastIndexOf('_') + 1);
}

/** A token or code that looks like Meta's. */
export function makeSecret(prefix: string): string {
  return `${prefix}${randomBytes(48).toString('hex')}`;
}

function freshPreset(): DialogPreset {
  return { answer: 'ask', declinedPermissions: [], pageIds: null };
}

function lastingToken(token: string, pageId: string): MetaToken {
  return {
    token,
    kind: 'page',
    pageId,
    longLived: true,
    expiresAtMs: null,
    issuedAtMs: 0,
    scopes: [...ALL_PERMISSIONS],
    pageIds: [pageId],
    deadSubcode: null,
  };
}
