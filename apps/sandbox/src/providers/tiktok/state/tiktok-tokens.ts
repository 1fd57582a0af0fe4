import { randomBytes } from 'node:crypto';
import type { TiktokState } from './tiktok-state.ts';

const CODE_LIFE_MS = 10 * 60_000;
const REFRESH_LIFE_SECONDS = 31_536_000;

const secret = (prefix: string): string => `${prefix}.${randomBytes(24).toString('base64url')}`;

/** Issues a code for one exchange within ten minutes; it contains characters that a URL must encode. */
export function giveCode(
  state: TiktokState,
  given: { openId: string; redirectUri: string; scopes: string[] },
  nowMs: number,
): string {
  const code = `${randomBytes(24).toString('base64url')}*2!4821.e1`;
  state.codes.set(code, { ...given, expiresAtMs: nowMs + CODE_LIFE_MS });
  return code;
}

/** Issues an access and a refresh token, in the form of the token endpoint. */
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
