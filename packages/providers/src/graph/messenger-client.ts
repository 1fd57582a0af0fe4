import { z } from 'zod';
import { type ActOutcome, toActOutcome } from '../sent/act-outcome.ts';
import { type ReadResult, refused, type SendOutcome } from '../sent/send-outcome.ts';
import { type GraphOptions, makeGraphCaller } from './graph-call.ts';
import {
  AccountList,
  COMMENT_FIELDS,
  CommentAnswer,
  CreatedComment,
  expiryOf,
  type GraphComment,
  type GraphPage,
  Inspection,
  nextCursor,
  PROFILE_FIELDS,
  ProfileAnswer,
  readGraphPage,
  SentToPerson,
  TokenAnswer,
  type TokenInspection,
} from './page-answers.ts';
import type { PersonSendBody } from './person-send-body.ts';
import type { SenderAction } from './sender-action.ts';
import { pageThreadControl, type ThreadControl } from './threads/thread-control.ts';

export type { GraphComment, GraphPage } from './page-answers.ts';

/** The platforms behind a page. */
export type PagePlatform = 'fb' | 'ig';

/** The calls of Meta's Graph API that fb and ig need (docs/reference/fb.md). No error contains a token or a URL. */
export interface MessengerClient {
  /** `redirectUri` must equal that of the dialog's URL. Without app id and secret no request is made. */
  exchangeCode(given: { code: string; redirectUri: string }): Promise<ReadResult<{ accessToken: string }>>;
  /**
   * Exchanges the code of Embedded Signup, which lives 30 seconds and has no redirect URI. A business token that does not
   * expire has no lifetime.
   */
  exchangeSignupCode(code: string): Promise<ReadResult<{ accessToken: string; expiresInSeconds: number | null }>>;
  /** Exchanges a token for one of about 60 days; page tokens read with it do not expire. */
  exchangeForLongLived(
    shortToken: string,
  ): Promise<ReadResult<{ accessToken: string; expiresInSeconds: number | null }>>;
  /** Every granted page, following the provider's paging on the provider's own host (5000 at most). */
  listPages(userToken: string): Promise<ReadResult<GraphPage[]>>;
  /** A token as the provider knows it. */
  inspectToken(token: string): Promise<ReadResult<TokenInspection>>;
  /** Replaces the page's list of subscribed fields. */
  subscribePage(pageId: string, pageToken: string): Promise<ReadResult<unknown>>;
  unsubscribePage(pageId: string, pageToken: string): Promise<ReadResult<unknown>>;
  /** `senderId` is the page, for ig the linked page; `limitMs` overrides the client's timeout. */
  sendToPerson(senderId: string, pageToken: string, body: PersonSendBody, limitMs?: number): Promise<SendOutcome>;
  /**
   * Acts in the chat with a person; `senderId` as for a send. A typing indicator stays for 20 s, or until the next
   * message.
   */
  act(
    senderId: string,
    pageToken: string,
    personId: string,
    action: SenderAction,
    limitMs?: number,
  ): Promise<ActOutcome>;
  /** Takes, passes or releases the thread with a person; `senderId` as for a send. */
  controlThread(senderId: string, pageToken: string, control: ThreadControl, limitMs?: number): Promise<ActOutcome>;
  /** The outcome's `providerMessageId` is the new comment's id. */
  replyToComment(
    platform: PagePlatform,
    commentId: string,
    pageToken: string,
    message: string,
    limitMs?: number,
  ): Promise<SendOutcome>;
  getComment(platform: PagePlatform, commentId: string, pageToken: string): Promise<ReadResult<GraphComment>>;
  /** Often refused until the person has written (codes 100 and 230): callers treat that as no profile. */
  getProfile(
    platform: PagePlatform,
    personId: string,
    pageToken: string,
  ): Promise<ReadResult<{ name: string | null; username: string | null }>>;
}

const LIST_LIMIT = 100;
const MAX_LISTS = 50;
const ACCOUNT_FIELDS = 'id,name,tasks,access_token,instagram_business_account{id,username,name}';
/** Pages that were connected before a field was added need a higher PAGE_FIELDS_VERSION (packages/messaging). */
export const PAGE_FIELDS = [
  'messages',
  'messaging_postbacks',
  'message_echoes',
  'message_deliveries',
  'message_reads',
  'message_reactions',
  'message_edits',
  'messaging_referrals',
  'standby',
  'messaging_handovers',
  'feed',
];
const REPLIES_OF = { fb: 'comments', ig: 'replies' } as const;

/** The answer of a change without a result. */
export const Done = z.looseObject({ success: z.literal(true) });
const Acted = z.looseObject({ recipient_id: z.string() });

const mapRead = <T, U>(result: ReadResult<T>, toValue: (value: T) => U): ReadResult<U> =>
  result.ok ? { ok: true, value: toValue(result.value) } : result;

const withExpiry = (answer: z.infer<typeof TokenAnswer>) => ({
  accessToken: answer.access_token,
  expiresInSeconds: expiryOf(answer),
});

const NO_APP = {
  ok: false as const,
  failure: refused({ name: 'graph', status: null, code: null, message: 'No Meta app is configured.' }),
};

function toSent(given: PersonSendBody['recipient']) {
  return (body: unknown): SendOutcome | null => {
    const sent = SentToPerson.safeParse(body).data;
    if (!sent) return null;
    const { message_id: providerMessageId, recipient_id: recipient = null } = sent;
    const known = 'id' in given && given.id === recipient;
    return { kind: 'accepted', providerMessageId, recipientAlias: known ? null : recipient };
  };
}

function toReplied(body: unknown): SendOutcome | null {
  const created = CreatedComment.safeParse(body).data;
  return created ? { kind: 'accepted', providerMessageId: created.id, recipientAlias: null } : null;
}

/** Makes the client; `appId` and `appSecret` are those of the Meta app that pages are connected to. */
export function makeMessengerClient(options: GraphOptions & { appId?: string | undefined }): MessengerClient {
  const { read, send } = makeGraphCaller(options);
  const { appId, appSecret } = options;
  const app = appId && appSecret ? { client_id: appId, client_secret: appSecret } : null;

  const exchange = async (given: Record<string, string>) =>
    app ? read(TokenAnswer, { method: 'GET', path: 'oauth/access_token', query: { ...app, ...given } }) : NO_APP;

  async function listPages(token: string): Promise<ReadResult<GraphPage[]>> {
    const found = new Map<string, GraphPage>();
    let after: string | null = null;
    for (let list = 0; list < MAX_LISTS; list++) {
      const query = { fields: ACCOUNT_FIELDS, limit: String(LIST_LIMIT), ...(after === null ? {} : { after }) };
      const result = await read(AccountList, { method: 'GET', path: 'me/accounts', token, query });
      if (!result.ok) return result;
      for (const page of result.value.data.map(readGraphPage)) if (page) found.set(page.id, page);
      after = nextCursor(result.value);
      if (after === null) break;
    }
    return { ok: true, value: [...found.values()] };
  }

  const subscription = (method: 'POST' | 'DELETE', pageId: string, token: string, body?: object) =>
    read(Done, { method, path: `${encodeURIComponent(pageId)}/subscribed_apps`, token, body });

  return {
    exchangeCode: async ({ code, redirectUri }) =>
      mapRead(await exchange({ redirect_uri: redirectUri, code }), (answer) => ({ accessToken: answer.access_token })),
    exchangeSignupCode: async (code) => mapRead(await exchange({ code }), withExpiry),
    exchangeForLongLived: async (shortToken) =>
      mapRead(await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: shortToken }), withExpiry),
    inspectToken: async (token) =>
      app
        ? read(Inspection, {
            method: 'GET',
            path: 'debug_token',
            appToken: `${app.client_id}|${app.client_secret}`,
            query: { input_token: token },
          })
        : NO_APP,
    listPages,
    subscribePage: (pageId, token) => subscription('POST', pageId, token, { subscribed_fields: PAGE_FIELDS.join(',') }),
    unsubscribePage: (pageId, token) => subscription('DELETE', pageId, token),
    sendToPerson: (senderId, token, body, limitMs) =>
      send(
        { method: 'POST', path: `${encodeURIComponent(senderId)}/messages`, token, body, timeoutMs: limitMs },
        toSent(body.recipient),
      ),
    act: async (senderId, token, personId, action, limitMs) =>
      toActOutcome(
        await read(Acted, {
          method: 'POST',
          path: `${encodeURIComponent(senderId)}/messages`,
          token,
          body: { recipient: { id: personId }, ...action },
          timeoutMs: limitMs,
        }),
      ),
    controlThread: async (senderId, token, control, limitMs) =>
      toActOutcome(
        await read(Done, {
          method: 'POST',
          path: `${encodeURIComponent(senderId)}/${control.verb}_thread_control`,
          token,
          body: pageThreadControl(control),
          timeoutMs: limitMs,
        }),
      ),
    replyToComment: (platform, commentId, token, message, limitMs) =>
      send(
        {
          method: 'POST',
          path: `${encodeURIComponent(commentId)}/${REPLIES_OF[platform]}`,
          token,
          body: { message },
          timeoutMs: limitMs,
        },
        toReplied,
      ),
    getComment: (platform, commentId, token) =>
      read(CommentAnswer, {
        method: 'GET',
        path: encodeURIComponent(commentId),
        token,
        query: { fields: COMMENT_FIELDS[platform] },
      }),
    getProfile: (platform, personId, token) =>
      read(ProfileAnswer, {
        method: 'GET',
        path: encodeURIComponent(personId),
        token,
        query: { fields: PROFILE_FIELDS[platform] },
      }),
  };
}
