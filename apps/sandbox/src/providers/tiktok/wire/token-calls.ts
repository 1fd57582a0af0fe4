import type { FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { TiktokAccount } from '../state/tiktok-account.ts';
import type { TiktokState, TiktokToken } from '../state/tiktok-state.ts';
import { endTokens, giveTokens } from '../state/tiktok-tokens.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';

/** Exchanges a code: once, in time, and only with the exact redirect address that it was issued for. */
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

/** Renews the tokens; if refresh tokens rotate, the old one is invalid from now on. */
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

/** Revokes the access token, and with it everything that the account granted. */
export function revokeToken(state: TiktokState, accessToken: string): ProviderAnswer {
  const known = state.accessTokens.get(accessToken);
  if (!known) return tiktokError(40105);
  endTokens(state, known.openId, 'revoked');
  return tiktokOk({});
}

/** The account of a call, if its token has the permission; else TikTok's refusal. */
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
