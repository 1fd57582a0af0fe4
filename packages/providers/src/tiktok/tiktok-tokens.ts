import { z } from 'zod';
import { type ReadResult, refused } from '../sent/send-outcome.ts';
import { readData } from './tiktok-answer.ts';
import type { CallTiktok, TiktokOptions } from './tiktok-call.ts';
import { hasTokenExpired } from './tiktok-error.ts';

/**
 * Tokens of one account; each refresh may return a new refresh token (docs/reference/tt.md#connecting).
 */
export interface TiktokTokens {
  openId: string;
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  refreshExpiresInSeconds: number;
  /** The scopes that the person granted. */
  scopes: string[];
}

/** The calls that get, refresh and revoke tokens of an account (docs/reference/tt.md#connecting). */
export interface TiktokTokenCalls {
  exchangeCode(given: { code: string; redirectUri: string }): Promise<ReadResult<TiktokTokens>>;
  /** `channelBroken` means that the refresh token is no longer valid. */
  refreshToken(refreshToken: string): Promise<ReadResult<TiktokTokens>>;
  revokeToken(accessToken: string): Promise<ReadResult<unknown>>;
}

const Tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  open_id: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token_expires_in: z.coerce.number().positive(),
  scope: z.string().catch(''),
});

const noApp = refused({ name: 'tiktok', status: null, code: null, message: 'No TikTok app is configured.' });

export function makeTokenCalls(call: CallTiktok, { appId, appSecret }: TiktokOptions): TiktokTokenCalls {
  async function askFor(path: `/${string}/`, body: Record<string, string>): Promise<ReadResult<TiktokTokens>> {
    if (!appId || !appSecret) return { ok: false, failure: noApp };
    const app = { client_id: appId, client_secret: appSecret };
    const answer = await call({ method: 'POST', path, body: { ...app, ...body } });
    return readData(answer, Tokens, (given) => ({
      openId: given.open_id,
      accessToken: given.access_token,
      refreshToken: given.refresh_token,
      expiresInSeconds: given.expires_in,
      refreshExpiresInSeconds: given.refresh_token_expires_in,
      scopes: given.scope
        .split(',')
        .map((scope) => scope.trim())
        .filter((scope) => scope !== ''),
    }));
  }

  return {
    exchangeCode: ({ code, redirectUri }) =>
      askFor('/tt_user/oauth2/token/', {
        grant_type: 'authorization_code',
        auth_code: code,
        redirect_uri: redirectUri,
      }),
    async refreshToken(refreshToken) {
      const answer = await askFor('/tt_user/oauth2/refresh_token/', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      if (answer.ok || answer.failure.kind !== 'refused') return answer;
      // An expired or invalid refresh token: the owner must authorize again.
      const { code, message } = answer.failure.provider;
      const spent = hasTokenExpired(answer.failure) || (Number(code) === 40002 && /refresh_token/i.test(message));
      return spent ? { ok: false, failure: { ...answer.failure, channelBroken: true } } : answer;
    },
    async revokeToken(accessToken) {
      if (!appId || !appSecret) return { ok: false, failure: noApp };
      const body = { client_id: appId, client_secret: appSecret, access_token: accessToken };
      const answer = await call({ method: 'POST', path: '/tt_user/oauth2/revoke/', body });
      return answer.ok ? { ok: true, value: answer.data } : answer;
    },
  };
}
