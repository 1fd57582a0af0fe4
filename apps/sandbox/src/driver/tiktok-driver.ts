import type { z } from 'zod';
import type { CallbackOutcome } from '../callbacks/callback-sender.ts';
import type { Removal, TiktokAccountInput, Tokens, Video } from '../providers/tiktok/control/account-routes.ts';
import type { TiktokCommentChange } from '../providers/tiktok/control/comment-control-routes.ts';
import type { PersonFacts } from '../providers/tiktok/control/person-routes.ts';
import type {
  TiktokDialogPreset,
  TiktokSettingsChange,
  TiktokWebhook,
} from '../providers/tiktok/control/settings-routes.ts';
import { type CallControl, queryOf } from './call-control.ts';
import {
  type ChannelDriver,
  makeChannelDriver,
  makeProfileDriver,
  type ProfileDriver,
  personPath,
} from './channel-driver.ts';

/** An account as the sandbox shows it. */
export interface ShownTiktokAccount {
  openId: string;
  username: string;
  displayName: string;
  videos: { id: string; createdAtMs: number; caption: string }[];
}

/** A comment from TikTok's own lists, with the fields that tests use. */
export interface ShownTiktokComment {
  comment_id: string;
  video_id: string;
  parent_comment_id?: string;
  text: string;
  /** Written by the account itself. */
  owner: boolean;
  status: 'PUBLIC' | 'HIDDEN';
}

/** Tokens, in the form of the token endpoint. */
export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  open_id: string;
}

/** TikTok: simulated people, accounts, tokens, comments. */
export interface TiktokDriver extends ChannelDriver<'tt'>, ProfileDriver<'tt'> {
  /** The id of the conversation of an account with a person. */
  conversationOf(person: string, account: string): Promise<string>;
  comments(query: { account?: string; video_id?: string }): Promise<ShownTiktokComment[]>;
  changeComment(id: string, change: z.input<typeof TiktokCommentChange>): Promise<void>;
  deleteComment(id: string, options?: { webhook?: boolean }): Promise<void>;
  /** Adds or changes an account. */
  putAccount(account: z.input<typeof TiktokAccountInput>): Promise<ShownTiktokAccount>;
  /** The accounts, each with the times at which its tokens were renewed (ms since 1970). */
  accounts(): Promise<(ShownTiktokAccount & { tokenRefreshes: number[] })[]>;
  addVideo(openId: string, video: z.input<typeof Video>): Promise<void>;
  /** Issues tokens without a dialog. */
  issueTokens(openId: string, scopes?: string[]): Promise<IssuedTokens>;
  /** Ends the issued tokens. */
  endTokens(openId: string, state: Exclude<z.input<typeof Tokens>['state'], 'issue'>): Promise<void>;
  /** The person revokes the authorization; the webhook follows. */
  removeAuthorization(openId: string, removal?: z.input<typeof Removal>): Promise<void>;
  /** Sets how the next authorization dialogs are answered. */
  presetDialog(preset: z.input<typeof TiktokDialogPreset>): Promise<void>;
  changeSettings(change: z.input<typeof TiktokSettingsChange>): Promise<void>;
  /** Posts any webhook, with any signature. */
  postWebhook(webhook: z.input<typeof TiktokWebhook>): Promise<CallbackOutcome[]>;
}

export function makeTiktokDriver(call: CallControl): TiktokDriver {
  const accountPath = (openId: string): string => `/accounts/tt/${encodeURIComponent(openId)}`;
  const commentPath = (id: string): string => `/comments/tt/${encodeURIComponent(id)}`;
  return {
    ...makeChannelDriver(call, 'tt'),
    ...makeProfileDriver(call, 'tt'),
    async conversationOf(person, account) {
      const facts: z.input<typeof PersonFacts> = { account };
      return (await call<{ conversation: { id: string } }>('PUT', personPath('tt', person), facts)).conversation.id;
    },
    comments: async (query) =>
      (await call<{ comments: ShownTiktokComment[] }>('GET', `/comments/tt${queryOf(query)}`)).comments,
    async changeComment(id, change) {
      await call('PUT', commentPath(id), change);
    },
    async deleteComment(id, options = {}) {
      await call('DELETE', `${commentPath(id)}${queryOf(options)}`);
    },
    putAccount: async (account) =>
      (await call<{ account: ShownTiktokAccount }>('POST', '/accounts/tt', account)).account,
    accounts: async () =>
      (await call<{ accounts: (ShownTiktokAccount & { tokenRefreshes: number[] })[] }>('GET', '/accounts/tt')).accounts,
    async addVideo(openId, video) {
      await call('POST', `${accountPath(openId)}/videos`, video);
    },
    async issueTokens(openId, scopes) {
      const body = { state: 'issue', ...(scopes === undefined ? {} : { scopes }) };
      return (await call<{ tokens: IssuedTokens }>('POST', `${accountPath(openId)}/tokens`, body)).tokens;
    },
    async endTokens(openId, state) {
      await call('POST', `${accountPath(openId)}/tokens`, { state });
    },
    async removeAuthorization(openId, removal = {}) {
      await call('POST', `${accountPath(openId)}/remove-authorization`, removal);
    },
    async presetDialog(preset) {
      await call('PUT', '/dialog/tt', preset);
    },
    async changeSettings(change) {
      await call('PUT', '/settings/tt', change);
    },
    postWebhook: async (webhook) =>
      (await call<{ callbacks: CallbackOutcome[] }>('POST', '/webhooks/tt', webhook)).callbacks,
  };
}
