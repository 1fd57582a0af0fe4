import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { asPagePermission } from '../../state/instagram-login.ts';
import { makeSecret } from '../../state/meta-state.ts';
import type { MetaToken } from '../../state/page.ts';
import { graphError } from '../graph-error.ts';
import { deadSubcodeOf, textOf } from '../pages/authorize-page-call.ts';
import { deadToken } from '../pages/meta-error.ts';
import type { InstagramDeps } from './instagram-app.ts';

const HOUR_MS = 3_600_000;
const CODE_LIFETIME_MS = HOUR_MS;
const LONG_LIFETIME_S = 5_183_944;
const REFRESH_AFTER_MS = 24 * HOUR_MS;

/** The errors of the host that exchanges codes have no `error` object. */
const oauthError = (message: string): ProviderAnswer => ({
  status: 400,
  body: { error_type: 'OAuthException', code: 400, error_message: message },
});

/** `POST api.instagram.com/oauth/access_token`, a form: a code for a token of an hour. */
export function exchangeInstagramCode(
  { state, instagramApp, now }: InstagramDeps,
  given: Record<string, unknown>,
): ProviderAnswer {
  if (given.client_id !== instagramApp.id || given.client_secret !== instagramApp.secret)
    return oauthError('Error validating client secret.');
  if (textOf(given, 'grant_type') !== 'authorization_code') return oauthError('Missing required field grant_type');
  const code = state.meta.codes.get(textOf(given, 'code') ?? '');
  const page = state.meta.logins.get(code?.loginId ?? '');
  if (!code || !page || code.used || now() - code.issuedAtMs > CODE_LIFETIME_MS)
    return oauthError('Matching code was not found or was already used');
  if (code.redirectUri !== textOf(given, 'redirect_uri'))
    return oauthError('Error validating verification code. Please make sure your redirect_uri is identical');
  code.used = true;
  const token = issue({ state, now }, page.id, code.scopes, HOUR_MS);
  const permissions = code.scopes;
  if (page.login?.tokenForm === 'data') {
    const short = { access_token: token, user_id: page.id, permissions: permissions.join(',') };
    return { status: 200, body: { data: [short] } };
  }
  return { status: 200, body: { access_token: token, user_id: Number(page.instagram?.id), permissions } };
}

/** `GET graph.instagram.com/access_token`: a token of 60 days for one of an hour. */
export function lengthenInstagramToken(deps: InstagramDeps, given: Record<string, unknown>): ProviderAnswer {
  if (textOf(given, 'grant_type') !== 'ig_exchange_token')
    return graphError(100, { message: 'Unsupported grant_type' });
  if (given.client_secret !== deps.instagramApp.secret)
    return graphError(101, { message: 'Error validating client secret.' });
  const short = readToken(deps, given);
  if ('status' in short) return short;
  if (short.longLived) return graphError(452, { message: 'Session key invalid. This could be because of the token.' });
  return answerLong(deps, short);
}

/** `GET graph.instagram.com/refresh_access_token`: 60 more days for a token that is a day old. */
export function refreshInstagramToken(deps: InstagramDeps, given: Record<string, unknown>): ProviderAnswer {
  if (textOf(given, 'grant_type') !== 'ig_refresh_token') return graphError(100, { message: 'Unsupported grant_type' });
  const long = readToken(deps, given);
  if ('status' in long) return long;
  if (!long.longLived || deps.now() - long.issuedAtMs < REFRESH_AFTER_MS)
    return graphError(100, { message: 'The token is not at least 24 hours old' });
  if (!long.scopes.includes('instagram_business_basic'))
    return graphError(10, { message: 'Requires instagram_business_basic permission', status: 403 });
  return answerLong(deps, long);
}

function answerLong(deps: InstagramDeps, { pageId, scopes }: MetaToken): ProviderAnswer {
  const token = issue(deps, pageId ?? '', scopes, LONG_LIFETIME_S * 1000);
  return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: LONG_LIFETIME_S } };
}

function readToken({ state, now }: InstagramDeps, given: Record<string, unknown>): MetaToken | ProviderAnswer {
  const token = state.meta.tokens.get(textOf(given, 'access_token') ?? '');
  if (!token?.isInstagram)
    return graphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' });
  const dead = deadSubcodeOf(token, now());
  return dead === null ? token : deadToken(dead, now());
}

function issue(
  { state, now }: Pick<InstagramDeps, 'state' | 'now'>,
  pageId: string,
  scopes: string[],
  lifeMs: number,
): string {
  const token = makeSecret('IGAA');
  state.meta.tokens.set(token, {
    token,
    kind: 'page',
    pageId,
    isInstagram: true,
    longLived: lifeMs > HOUR_MS,
    issuedAtMs: now(),
    expiresAtMs: now() + lifeMs,
    // The calls of messages and comments are those of page-linked accounts.
    scopes: [...new Set([...scopes, ...scopes.map(asPagePermission)])],
    pageIds: [pageId],
    deadSubcode: null,
  });
  return token;
}
