import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { type MetaState, makeSecret } from '../../state/meta-state.ts';
import type { MetaToken } from '../../state/page.ts';
import { graphError } from '../graph-error.ts';
import { deadSubcodeOf, textOf } from './authorize-page-call.ts';
import { exchangeSignup, type SignupDeps } from './exchange-signup.ts';
import { deadToken } from './meta-error.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
const SHORT_LIFETIME_S = 5104;
const LONG_LIFETIME_S = 5_183_944;

export interface ExchangeDeps extends SignupDeps {
  meta: MetaState;
  appId: string;
  appSecret: string;
}

/** GET or POST /oauth/access_token: exchanges an authorization code, or a short-lived token, for a token. */
export function exchangeToken(deps: ExchangeDeps, parameters: Record<string, unknown>): ProviderAnswer {
  const refusal = refuseApp(deps, parameters);
  if (refusal) return refusal;
  if (textOf(parameters, 'grant_type') === 'fb_exchange_token') return exchangeShort(deps, parameters);
  const code = textOf(parameters, 'code');
  if (code === undefined) return graphError(100, { message: 'Missing authorization code' });
  return exchangeCode(deps, code, textOf(parameters, 'redirect_uri'));
}

function refuseApp(deps: ExchangeDeps, parameters: Record<string, unknown>): ProviderAnswer | null {
  if (textOf(parameters, 'client_id') === undefined) {
    return graphError(101, { message: 'Missing client_id parameter.' });
  }
  if (parameters.client_id !== deps.appId) {
    const message = 'Error validating application. Cannot get application info due to a system error.';
    return graphError(101, { message });
  }
  if (parameters.client_secret !== deps.appSecret) {
    return graphError(1, { message: 'Error validating client secret.' });
  }
  return null;
}

function exchangeCode(deps: ExchangeDeps, given: string, redirectUri: string | undefined): ProviderAnswer {
  const refuse = (message: string, subcode: number) => graphError(100, { message, subcode });
  const code = deps.meta.codes.get(given);
  if (code?.signup) return exchangeSignup(deps, code, redirectUri);
  if (!code) return refuse('Invalid verification code format.', 36_009);
  if (code.redirectUri !== redirectUri) {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request';
    return refuse(message, 36_008);
  }
  if (code.used) return refuse('This authorization code has been used.', 36_009);
  if (deps.now() - code.issuedAtMs > CODE_LIFETIME_MS) return refuse('This authorization code has expired.', 36_007);
  code.used = true;
  const token = issue(deps, { scopes: code.scopes, pageIds: code.pageIds, longLived: false });
  return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: SHORT_LIFETIME_S } };
}

function exchangeShort(deps: ExchangeDeps, parameters: Record<string, unknown>): ProviderAnswer {
  const short = deps.meta.tokens.get(textOf(parameters, 'fb_exchange_token') ?? '');
  if (short?.kind !== 'user') return graphError(190, { message: 'Invalid OAuth access token data.' });
  const dead = deadSubcodeOf(short, deps.now());
  if (dead !== null) return deadToken(dead, deps.now());
  const token = issue(deps, { scopes: short.scopes, pageIds: short.pageIds, longLived: true });
  return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: LONG_LIFETIME_S } };
}

function issue(deps: ExchangeDeps, given: Pick<MetaToken, 'scopes' | 'pageIds' | 'longLived'>): string {
  const nowMs = deps.now();
  const token: MetaToken = {
    ...given,
    token: makeSecret('EAAG'),
    kind: 'user',
    pageId: null,
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + (given.longLived ? LONG_LIFETIME_S : SHORT_LIFETIME_S) * 1000,
    deadSubcode: null,
  };
  deps.meta.tokens.set(token.token, token);
  return token.token;
}
