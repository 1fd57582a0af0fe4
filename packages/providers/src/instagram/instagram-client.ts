import type { z } from 'zod';
import { type GraphOptions, makeGraphCaller } from '../graph/graph-call.ts';
import { graphFailure } from '../graph/graph-error.ts';
import { Done, type MessengerClient, makeMessengerClient } from '../graph/messenger-client.ts';
import { callProvider, ProviderSilent, silentProblem } from '../http/provider-request.ts';
import { type ReadResult, refused } from '../sent/send-outcome.ts';
import { LongTokenAnswer, OauthError, OwnAccount, ShortTokenAnswer } from './instagram-answers.ts';

/** An account with its own login, as Instagram names it. */
export type InstagramAccount = z.infer<typeof OwnAccount>;

/** A token of about 60 days. */
export interface LongToken {
  accessToken: string;
  expiresInSeconds: number;
}

/**
 * The calls for Instagram accounts without a page (docs/reference/ig.md#instagram-login); messages and comments have
 * the calls of page-linked accounts on another host. No error contains a token or a URL.
 */
export interface InstagramClient
  extends Pick<
    MessengerClient,
    'sendToPerson' | 'act' | 'controlThread' | 'replyToComment' | 'getComment' | 'getProfile'
  > {
  /** `redirectUri` must equal that of the dialog's URL. `permissions` null: the answer names none. */
  exchangeCode(given: {
    code: string;
    redirectUri: string;
  }): Promise<ReadResult<{ accessToken: string; permissions: string[] | null }>>;
  exchangeForLongLived(shortToken: string): Promise<ReadResult<LongToken>>;
  /** Extends a token that is at least a day old; the earlier one stays valid until its end. */
  refreshToken(longToken: string): Promise<ReadResult<LongToken>>;
  getMe(token: string): Promise<ReadResult<InstagramAccount>>;
  /**
   * Replaces the account's list of subscribed fields, with comments or without. A field that the platform does not
   * have is left out.
   */
  subscribe(token: string, given: { comments: boolean }): Promise<ReadResult<unknown>>;
  unsubscribe(token: string): Promise<ReadResult<unknown>>;
}

/** The account of a token, in the paths of calls. */
export const OWN_ACCOUNT = 'me';

const ME_FIELDS = 'id,user_id,username,name,account_type,profile_picture_url';
const INVALID_PARAMETER = 100;
const MESSAGES = 'messages';
const MESSAGE_FIELDS = [
  MESSAGES,
  'message_reactions',
  'messaging_postbacks',
  'messaging_seen',
  'messaging_referral',
  'message_edit',
  'standby',
  'messaging_handover',
];
const COMMENT_FIELDS = ['comments', 'live_comments'];
/** The webhook fields of an Instagram account. */
export const INSTAGRAM_FIELDS: readonly string[] = [...MESSAGE_FIELDS, ...COMMENT_FIELDS];
/** Names that differ between the platform's pages. */
export const INSTAGRAM_OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['message_edit', 'message_edits'],
  ['messaging_handover', 'messaging_handovers'],
  ['messaging_referral', 'messaging_referrals'],
]);

const NO_APP = {
  ok: false as const,
  failure: refused({ name: 'graph', status: null, code: null, message: 'No Instagram app is configured.' }),
};

/** The field that a refusal of the subscription names, if it is not that of messages. */
function refusedField(message: string, fields: readonly string[]): string | undefined {
  const words = message.split(/[^a-z_]+/);
  // The message lists the fields that exist, then the one that it got.
  return fields
    .filter((field) => field !== MESSAGES)
    .sort((a, b) => words.lastIndexOf(b) - words.lastIndexOf(a))
    .find((field) => words.includes(field));
}

interface InstagramOptions extends GraphOptions {
  /** Base address of the host that exchanges codes. */
  oauthUrl: string;
  appId?: string | undefined;
}

/** Makes the client; id and secret are those of the Instagram app, which sends no `appsecret_proof`. */
export function makeInstagramClient(options: InstagramOptions): InstagramClient {
  const { appId, appSecret, oauthUrl, timeoutMs, dispatcher } = options;
  const withoutProof = { ...options, appSecret: undefined };
  const { read } = makeGraphCaller(withoutProof);
  const { sendToPerson, act, controlThread, replyToComment, getComment, getProfile } =
    makeMessengerClient(withoutProof);
  const app = appId && appSecret ? { client_id: appId, client_secret: appSecret } : null;

  async function exchangeCode({ code, redirectUri }: { code: string; redirectUri: string }) {
    if (!app) return NO_APP;
    const body = new URLSearchParams({ ...app, grant_type: 'authorization_code', redirect_uri: redirectUri, code });
    try {
      const answer = await callProvider(`${oauthUrl}/oauth/access_token`, {
        method: 'POST',
        body,
        timeoutMs,
        dispatcher,
      });
      const given = ShortTokenAnswer.safeParse(answer.body);
      if (answer.status === 200 && given.success) return { ok: true as const, value: given.data };
      const error = OauthError.safeParse(answer.body).data;
      if (!error) return { ok: false as const, failure: graphFailure(answer) };
      const problem = { name: 'graph', status: answer.status, code: error.code, message: error.error_message } as const;
      if (/client[_ ]secret/i.test(error.error_message)) options.onAppRefused?.(problem);
      return { ok: false as const, failure: refused(problem) };
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      return { ok: false as const, failure: { kind: 'unknown' as const, provider: silentProblem('graph', error) } };
    }
  }

  async function readLong(path: string, query: Record<string, string>): Promise<ReadResult<LongToken>> {
    const answer = await read(LongTokenAnswer, { method: 'GET', path, isUnversioned: true, query });
    if (!answer.ok) return answer;
    const { access_token: accessToken, expires_in: expiresInSeconds } = answer.value;
    return { ok: true, value: { accessToken, expiresInSeconds } };
  }

  const subscription = (method: 'POST' | 'DELETE', token: string, query?: Record<string, string>) =>
    read(Done, { method, path: `${OWN_ACCOUNT}/subscribed_apps`, token, ...(query ? { query } : {}) });

  async function subscribe(token: string, { comments }: { comments: boolean }): Promise<ReadResult<unknown>> {
    let fields = comments ? [...MESSAGE_FIELDS, ...COMMENT_FIELDS] : MESSAGE_FIELDS;
    for (;;) {
      const asked = await subscription('POST', token, { subscribed_fields: fields.join(',') });
      if (asked.ok || asked.failure.kind !== 'refused') return asked;
      const { code, message } = asked.failure.provider;
      const named = Number(code) === INVALID_PARAMETER ? refusedField(message, fields) : undefined;
      if (named === undefined) return asked;
      const other = INSTAGRAM_OTHER_NAMES.get(named);
      fields = fields.flatMap((field) => (field === named ? (other ?? []) : field));
    }
  }

  return {
    ...{ sendToPerson, act, controlThread, replyToComment, getComment, getProfile },
    exchangeCode,
    exchangeForLongLived: async (shortToken) =>
      app
        ? readLong('access_token', {
            grant_type: 'ig_exchange_token',
            client_secret: app.client_secret,
            access_token: shortToken,
          })
        : NO_APP,
    refreshToken: (longToken) =>
      readLong('refresh_access_token', { grant_type: 'ig_refresh_token', access_token: longToken }),
    getMe: (token) => read(OwnAccount, { method: 'GET', path: OWN_ACCOUNT, token, query: { fields: ME_FIELDS } }),
    subscribe,
    unsubscribe: (token) => subscription('DELETE', token),
  };
}
