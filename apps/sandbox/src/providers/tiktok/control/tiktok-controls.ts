import { z } from 'zod';
import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import { toActResult, toWrittenComment } from '../../../control/act-answer.ts';
import { defineControl, nothing } from '../../../control/define-control.ts';
import type { TiktokAccount, TiktokConversation, TiktokDialog, TiktokPerson } from '../state/tiktok-state.ts';

const Times = z.int().min(1).max(100).default(1);
const At = z.iso.datetime({ offset: true });
const Named = z.object({ id: z.string().min(1).max(512) });

const Video = z.object({
  id: z.string().regex(/^\d+$/).optional(),
  created_at: At.optional(),
  caption: z.string().default(''),
});
/** A video to add. */
export type VideoInput = z.output<typeof Video>;

const TokensInput = z.object({
  /** `issue` creates tokens without a dialog; the others end the issued ones. */
  state: z.enum(['issue', 'expired', 'refresh_expired', 'revoked']),
  scopes: z.array(z.string()).optional(),
});

const CommentInput = z.object({
  account: z.string().optional(),
  /** Default: the newest video. */
  video_id: z.string().optional(),
  parent_id: z.string().optional(),
  text: z.string().default('How much?'),
  username: z.string().optional(),
  display_name: z.string().optional(),
  /** Replaces the new id. */
  comment_id: z.string().regex(/^\d+$/).optional(),
  at: At.optional(),
  /** Whether a webhook is posted; by default the settings decide. */
  webhook: z.boolean().optional(),
  times: Times,
});
/** A comment to write. */
export type CommentInput = z.output<typeof CommentInput>;

/** A direct message of a simulated person, or of the account's owner by hand. */
export const PersonMessage = z.object({
  /** Open id; default: the first account. */
  account: z.string().optional(),
  type: z
    .enum([
      'text',
      'image',
      'video',
      'sticker',
      'emoji',
      'share_post',
      'template',
      'others',
      'referral',
      'mark_read',
      'eu',
    ])
    .default('text'),
  text: z.string().default('hello'),
  media: z
    .object({ id: z.string().optional(), base64: z.string().optional(), mime_type: z.string().optional() })
    .optional(),
  /** Address of a sticker or emoji. */
  url: z.url().optional(),
  video_id: z.string().optional(),
  /** How the person reached the conversation; also on a message. Default for a referral: a link. */
  referral: z.record(z.string(), z.json()).optional(),
  reply_to: z.string().optional(),
  /** The id of a button of a card, whose words the text is. */
  button: z.string().optional(),
  /** Replaces the new id, to repeat a message. */
  provider_message_id: z.string().optional(),
  at: At.optional(),
  username: z.string().optional(),
  display_name: z.string().optional(),
  /** How often the same webhook is delivered. */
  times: Times,
});
/** A parsed message. */
export type PersonMessage = z.output<typeof PersonMessage>;

const Reaction = z.object({
  account: z.string().optional(),
  target: z.string().min(1),
  emoji: z.string().default('👍'),
  /** Address of an image in place of the emoji. */
  picture_url: z.url().optional(),
  /** The person's current emoji: the same webhook reports its removal. */
  replaces: z.string().optional(),
  action: z.enum(['added', 'removed']).default('added'),
  at: At.optional(),
  times: Times,
});
/** A parsed reaction. */
export type PersonReaction = z.output<typeof Reaction>;

/** The outcome of an act: TikTok's ids, and the first attempt of its webhook. */
export interface TiktokActOutcome {
  ok: true;
  account: string;
  from: string;
  conversation_id: string;
  provider_message_id: string;
  callback: CallbackOutcome;
}
const actResult = (answer: TiktokActOutcome) => toActResult(answer);

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
export const TIKTOK_CONTROLS = {
  /** A person writes to the account. */
  customerWrites: defineControl({
    method: 'POST',
    path: '/customers/tt/:id/messages',
    params: Named,
    input: PersonMessage,
    output: actResult,
  }),
  customerReacts: defineControl({
    method: 'POST',
    path: '/customers/tt/:id/reactions',
    params: Named,
    input: Reaction,
    output: actResult,
  }),
  /** The account's owner types in TikTok's own app. */
  ownerWrites: defineControl({
    method: 'POST',
    path: '/customers/tt/:id/inbox',
    params: Named,
    input: PersonMessage,
    output: actResult,
  }),
  /** Changes a person's facts; returns the conversation with the account. */
  describeCustomer: defineControl({
    method: 'PUT',
    path: '/customers/tt/:id',
    params: Named,
    input: z.object({
      account: z.string().optional(),
      username: z.string().optional(),
      display_name: z.string().optional(),
      /** The time of the person's last message; null: never. Moves the 48-hour window. */
      last_inbound_at: At.nullish(),
      reach: z.enum(['ok', 'blocked']).optional(),
    }),
    output: ({ conversation }: { person: TiktokPerson; conversation: TiktokConversation }) => conversation,
  }),
  customerComments: defineControl({
    method: 'POST',
    path: '/customers/tt/:id/comments',
    params: Named,
    input: CommentInput,
    output: toWrittenComment,
  }),
  ownerComments: defineControl({
    method: 'POST',
    path: '/accounts/tt/:openId/comments',
    input: CommentInput,
    output: toWrittenComment,
  }),
  comments: defineControl({
    method: 'GET',
    path: '/comments/tt',
    input: z.object({ account: z.string().optional(), video_id: z.string().optional() }),
    output: ({ comments }: { count: number; comments: ShownTiktokComment[] }) => comments,
  }),
  changeComment: defineControl({
    method: 'PUT',
    path: '/comments/tt/:id',
    params: Named,
    input: z.object({ hidden: z.boolean(), webhook: z.boolean().optional() }),
    output: nothing,
  }),
  deleteComment: defineControl({
    method: 'DELETE',
    path: '/comments/tt/:id',
    params: Named,
    input: z.object({
      webhook: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
    }),
    output: nothing,
  }),
  /** Adds or changes an account; given fields change, the others stay. */
  putAccount: defineControl({
    method: 'POST',
    path: '/accounts/tt',
    input: z.object({
      open_id: z.string().min(1),
      username: z.string().optional(),
      display_name: z.string().optional(),
      videos: z.array(Video).optional(),
    }),
    output: ({ account }: { account: TiktokAccount }) => account,
  }),
  removeAccount: defineControl({
    method: 'DELETE',
    path: '/accounts/tt/:openId',
    output: ({ deleted }: { deleted: boolean }) => deleted,
  }),
  /** The accounts, each with the times at which its tokens were renewed (ms since 1970). */
  accounts: defineControl({
    method: 'GET',
    path: '/accounts/tt',
    output: ({ accounts }: { accounts: (TiktokAccount & { tokenRefreshes: number[] })[] }) => accounts,
  }),
  addVideo: defineControl({ method: 'POST', path: '/accounts/tt/:openId/videos', input: Video, output: nothing }),
  /** Issues tokens without a dialog, or ends the issued ones. */
  changeTokens: defineControl({
    method: 'POST',
    path: '/accounts/tt/:openId/tokens',
    input: TokensInput,
    output: ({ tokens }: { tokens?: IssuedTokens }) => tokens,
  }),
  /** The person revokes the authorization; the webhook follows. */
  removeAuthorization: defineControl({
    method: 'POST',
    path: '/accounts/tt/:openId/remove-authorization',
    input: z.object({ reason: z.int().default(1), times: Times }),
    output: nothing,
  }),
  dialog: defineControl({
    method: 'GET',
    path: '/dialog/tt',
    output: ({ dialog }: { dialog: TiktokDialog }) => dialog,
  }),
  /** Sets how the next authorization dialogs are answered. */
  presetDialog: defineControl({
    method: 'PUT',
    path: '/dialog/tt',
    input: z.object({
      account: z.string().nullable().optional(),
      declined_scopes: z.array(z.string()).optional(),
      answer: z.enum(['ask', 'continue', 'cancel']).optional(),
    }),
    output: nothing,
  }),
  changeSettings: defineControl({
    method: 'PUT',
    path: '/settings/tt',
    input: z.object({
      comment_webhooks: z.boolean().optional(),
      rotate_refresh_token: z.boolean().optional(),
      access_life_seconds: z.int().min(1).max(86_400).optional(),
      images: z.boolean().optional(),
    }),
    output: nothing,
  }),
  /** Posts any webhook, with any signature. */
  postWebhook: defineControl({
    method: 'POST',
    path: '/webhooks/tt',
    input: z.object({
      /** A string is sent byte for byte. */
      body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
      signature: z.enum(['valid', 'forged', 'stale', 'none']).default('valid'),
      times: Times,
    }),
    output: ({ callbacks }: { callbacks: CallbackOutcome[] }) => callbacks,
  }),
};
