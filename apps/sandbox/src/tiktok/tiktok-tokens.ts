import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../faults/provider-answer.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';
import type { TiktokAccount, TiktokState, TiktokToken } from './tiktok-state.ts';

const CODE_LIFE_MS = 10 * 60_000;
const REFRESH_LIFE_SECONDS = 31_536_000;

const secret = (prefix: string): string => `${prefix}.${randomBytes(24).toString('base64url')}`;

/** Gives out a code for one exchange within ten minutes; it holds what must be encoded in an address. */
export function giveCode(
  state: TiktokState,
  given: { openId: string; redirectUri: string; scopes: string[] },
  nowMs: number,
): string {
  const code = `${randomBytes(24).toString('base64url')}*2!4821.e1`;
  state.codes.set(code, { ...given, expiresAtMs: nowMs + CODE_LIFE_MS });
  return code;
}

/** Gives out an access and a refresh token, as the token endpoint answers them. */
export function giveTokens(state: TiktokState, openId: string, scopes: string[], nowMs: number, kept?: string) {
  const { accessLifeSeconds } = state.settings;
  const accessToken = secret('act');
  state.accessTokens.set(accessToken, {
    value: accessToken,
    openId,
    scopes,
    expiresAtMs: nowMs + accessLifeSeconds * 1000,
  });
  const refreshToken = kept ?? secret('rft');
  const known = state.refreshTokens.get(refreshToken);
  const refreshUntilMs = known?.expiresAtMs ?? nowMs + REFRESH_LIFE_SECONDS * 1000;
  state.refreshTokens.set(refreshToken, { value: refreshToken, openId, scopes, expiresAtMs: refreshUntilMs });
  return {
    access_token: accessToken,
    expires_in: accessLifeSeconds,
    open_id: openId,
    refresh_token: refreshToken,
    refresh_token_expires_in: Math.floor((refreshUntilMs - nowMs) / 1000),
    scope: scopes.join(','),
    token_type: 'Bearer',
  };
}

/** Exchanges a code: once, in time, and with the very redirect address that it was given for. */
export function exchangeCode(
  state: TiktokState,
  { code, redirectUri }: { code: string; redirectUri: string },
  nowMs: number,
): ProviderAnswer {
  const known = state.codes.get(code);
  state.codes.delete(code);
  if (!known || known.expiresAtMs <= nowMs) return badParam('auth_code');
  if (known.redirectUri !== redirectUri) return badParam('redirect_uri');
  return tiktokOk(giveTokens(state, known.openId, known.scopes, nowMs));
}

/** Renews the tokens; where refresh tokens rotate the old one is worth nothing from now on. */
export function refreshTokens(state: TiktokState, refreshToken: string, nowMs: number): ProviderAnswer {
  const known = state.refreshTokens.get(refreshToken);
  if (!known) return badParam('refresh_token');
  if (known.expiresAtMs <= nowMs) return tiktokError(40102, 'Refresh token is expired');
  state.refreshes.set(known.openId, [...(state.refreshes.get(known.openId) ?? []), nowMs].slice(-100));
  if (!state.settings.rotateRefreshToken)
    return tiktokOk(giveTokens(state, known.openId, known.scopes, nowMs, refreshToken));
  state.refreshTokens.delete(refreshToken);
  return tiktokOk(giveTokens(state, known.openId, known.scopes, nowMs));
}

/** Takes back the access token, and with it everything that the account granted. */
export function revokeToken(state: TiktokState, accessToken: string): ProviderAnswer {
  const known = state.accessTokens.get(accessToken);
  if (!known) return tiktokError(40105);
  endTokens(state, known.openId, 'revoked');
  return tiktokOk({});
}

/** Ends the tokens of an account: expired ones may be refreshed, revoked ones are unknown from now on. */
export function endTokens(state: TiktokState, openId: string, how: 'expired' | 'refresh_expired' | 'revoked') {
  const stores = how === 'expired' ? [state.accessTokens] : [state.accessTokens, state.refreshTokens];
  for (const store of stores) {
    for (const token of [...store.values()]) {
      if (token.openId !== openId) continue;
      if (how === 'revoked') store.delete(token.value);
      else token.expiresAtMs = 0;
    }
  }
}

/** The account that a call is about, where its token may do this; else TikTok's refusal. */
export function authorizeCall(
  state: TiktokState,
  request: FastifyRequest,
  businessId: unknown,
  scope: string,
  nowMs: number,
): { account: TiktokAccount; token: TiktokToken } | { refusal: ProviderAnswer } {
  const given = request.headers['access-token'];
  if (typeof given !== 'string' || given === '') return { refusal: tiktokError(40104) };
  const token = state.accessTokens.get(given);
  if (!token) return { refusal: tiktokError(40105) };
  if (token.expiresAtMs <= nowMs) return { refusal: tiktokError(40102) };
  const account = state.accounts.get(token.openId);
  if (!account || businessId !== token.openId || !token.scopes.includes(scope)) return { refusal: tiktokError(40001) };
  return { account, token };
}
