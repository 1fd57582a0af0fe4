import { z } from 'zod';
import type { CallbackOutcome } from '../../../callbacks/callback-sender.ts';
import { toActResult, toWrittenComment } from '../../../control/act-answer.ts';
import { defineControl, nothing } from '../../../control/define-control.ts';
import { CustomerMessages } from '../../../customers/customer-message.ts';

const Channel = z.enum(['fb', 'ig']);
const Person = z.object({ channel: Channel, address: z.string().regex(/^\d{1,32}$/) });
const Id = z.string().regex(/^\d{5,20}$/);

const PageInput = z.object({
  id: Id.optional(),
  name: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
  tasks: z.array(z.string()).optional(),
  /** null unlinks it. */
  instagram: z
    .object({ id: Id.optional(), username: z.string().optional(), name: z.string().optional() })
    .nullable()
    .optional(),
  /** true: to every field, as the connecting flow does. */
  subscribed: z.union([z.boolean(), z.array(z.string())]).optional(),
  posts: z.array(z.string().regex(/^\d+_\d+$/)).optional(),
  media: z.array(Id).optional(),
});
/** A change of a page: given fields change, the others stay. */
export type PageInput = z.output<typeof PageInput>;

/** A page as the sandbox shows it. */
export interface ShownPage {
  id: string;
  name: string;
  token: string;
  tasks: string[];
  instagram: { id: string; username: string; name: string } | null;
  posts: string[];
  media: string[];
  /** Null if the app is not subscribed. */
  subscribed_fields: string[] | null;
}

interface ShownDialog {
  answer: 'ask' | 'continue' | 'cancel';
  declined_permissions: string[];
  pages: string[] | null;
}

/** Facebook pages, and the decisions of their owner. */
export const PAGE_CONTROLS = {
  /** Adds or changes a page; an empty change shows it. */
  putPage: defineControl({
    method: 'POST',
    path: '/accounts/fb',
    input: PageInput,
    output: ({ page }: { page: ShownPage }) => page,
  }),
  removePage: defineControl({
    method: 'DELETE',
    path: '/accounts/fb/:id',
    output: ({ deleted }: { deleted: boolean }) => deleted,
  }),
  /** Ends the page's tokens with code 190 and this subcode. */
  revokePageTokens: defineControl({
    method: 'POST',
    path: '/accounts/fb/:id/revoke-token',
    input: z.object({ subcode: z.int().min(450).max(499).default(460) }),
    output: nothing,
  }),
  /** The owner removes the app: every token ends, and every subscription. */
  removeGrants: defineControl({ method: 'DELETE', path: '/grants', output: nothing }),
  dialog: defineControl({ method: 'GET', path: '/dialog', output: ({ dialog }: { dialog: ShownDialog }) => dialog }),
  /** Sets how the next authorization dialogs are answered. */
  presetDialog: defineControl({
    method: 'PUT',
    path: '/dialog',
    input: z.object({
      answer: z.enum(['ask', 'continue', 'cancel']).optional(),
      declined_permissions: z.array(z.string()).optional(),
      pages: z.array(z.string()).nullable().optional(),
    }),
    output: nothing,
  }),
};

/** Acts between a person and a page. */
export const PAGE_PERSON_CONTROLS = {
  /** The person has read up to a message or a watermark (ms); by default the newest message. */
  customerSees: defineControl({
    method: 'POST',
    path: '/customers/:channel/:address/seen',
    params: Person,
    input: z.object({
      account: z.string().optional(),
      /** ms since 1970; default: that of the page's newest message to the person. */
      watermark: z.int().min(0).optional(),
      mid: z.string().optional(),
    }),
    output: nothing,
  }),
  /** fb only: sends a delivery receipt. */
  customerReceives: defineControl({
    method: 'POST',
    path: '/customers/:channel/:address/delivered',
    params: Person,
    input: z.object({
      account: z.string().optional(),
      watermark: z.int().min(0).optional(),
      /** Whether the receipt names the messages, which Messenger does not always do. */
      mids: z.boolean().default(true),
    }),
    output: nothing,
  }),
  /** The owner writes to the person by hand; the echo follows. */
  ownerWrites: defineControl({
    method: 'POST',
    path: '/customers/:channel/:address/inbox',
    params: Person,
    input: CustomerMessages,
    output: (answer: {
      account: string;
      from: string;
      provider_message_id: string;
      callbacks: (CallbackOutcome | null)[];
    }) => toActResult(answer),
  }),
};

const CommentInput = z.object({
  text: z.string().default(''),
  account: z.string().optional(),
  post_id: z.string().optional(),
  parent_id: z.string().optional(),
  photo: z.string().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  comment_id: z.string().optional(),
  /** Meta does not report the writer. */
  anonymous: z.boolean().default(false),
  /** The writer's id for messages, if it is a different one. */
  psid: z.string().optional(),
  product_type: z.enum(['FEED', 'REELS', 'STORY', 'AD', 'LIVE']).optional(),
  form: z.enum(['changes', 'entry']).optional(),
  times: z.int().min(1).max(100).default(1),
});
/** A comment to write. */
export type CommentInput = z.output<typeof CommentInput>;

/** A comment as the sandbox shows it. */
export interface ShownComment {
  channel: 'fb' | 'ig';
  account: string;
  id: string;
  post_id: string;
  parent_id: string | null;
  from: { id: string; name: string; username: string | null } | null;
  is_own: boolean;
  /** Written through Graph. */
  by_app: boolean;
  text: string;
  at: string;
  hidden: boolean;
  deleted: boolean;
  private_reply_message_id: string | null;
}

/** A person or the page itself comments. */
export const COMMENTER_CONTROLS = {
  /** A person comments; the webhook follows. */
  customerComments: defineControl({
    method: 'POST',
    path: '/customers/:channel/:address/comments',
    params: Person,
    input: CommentInput,
    output: toWrittenComment,
  }),
  /** The account comments by hand, in the platform's own app. */
  ownerComments: defineControl({
    method: 'POST',
    path: '/accounts/:channel/:id/comments',
    params: z.object({ channel: Channel, id: z.string() }),
    input: CommentInput,
    output: toWrittenComment,
  }),
};

/** The comments of every page. */
export const COMMENT_CONTROLS = {
  comments: defineControl({
    method: 'GET',
    path: '/comments',
    input: z.object({
      channel: Channel.optional(),
      account: z.string().optional(),
      post_id: z.string().optional(),
      own: z.enum(['true', 'false']).optional(),
      limit: z.coerce.number<number>().int().min(1).max(50_000).default(1000),
    }),
    output: ({ comments }: { count: number; comments: ShownComment[] }) => comments,
  }),
  changeComment: defineControl({
    method: 'PUT',
    path: '/comments/:id',
    input: z.object({ text: z.string().optional(), hidden: z.boolean().optional() }),
    output: nothing,
  }),
  deleteComment: defineControl({ method: 'DELETE', path: '/comments/:id', output: nothing }),
};
