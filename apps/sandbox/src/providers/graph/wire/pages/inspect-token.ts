import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { PERSON } from '../../state/meta-state.ts';
import type { MetaToken, Page } from '../../state/page.ts';
import { isGranular } from '../../state/permissions.ts';
import { graphError } from '../graph-error.ts';
import { deadSubcodeOf, textOf } from './authorize-page-call.ts';
import { inspectSignup } from './exchange-signup.ts';
import type { ExchangeDeps } from './exchange-token.ts';
import { deadToken } from './meta-error.ts';

const DATA_ACCESS_MS = 90 * 24 * 3_600_000;

/** GET /debug_token: the meaning of a token; authorized with `app id|app secret`. */
export function inspectToken(
  deps: ExchangeDeps,
  asking: string | undefined,
  parameters: Record<string, unknown>,
): ProviderAnswer {
  if (asking !== `${deps.appId}|${deps.appSecret}`) {
    const message =
      '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app';
    return graphError(100, { message });
  }
  const given = textOf(parameters, 'input_token');
  if (given === undefined) return graphError(100, { message: '(#100) The parameter input_token is required' });
  const signup = inspectSignup(deps, deps.appId, given);
  if (signup) return { status: 200, body: { data: signup } };
  const token = deps.meta.tokens.get(given);
  if (!token) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' };
    return { status: 200, body: { data: { error, is_valid: false, scopes: [] } } };
  }
  return { status: 200, body: { data: describeToken(deps, token) } };
}

function describeToken(deps: ExchangeDeps, token: MetaToken): Record<string, unknown> {
  const dead = deadSubcodeOf(token, deps.now());
  const pages = [...deps.meta.pages.values()];
  return {
    app_id: deps.appId,
    type: token.kind === 'page' ? 'PAGE' : 'USER',
    application: 'Parley',
    data_access_expires_at: Math.floor((token.issuedAtMs + DATA_ACCESS_MS) / 1000),
    ...(dead === null ? {} : { error: errorOf(dead, deps.now()) }),
    expires_at: token.expiresAtMs === null ? 0 : Math.floor(token.expiresAtMs / 1000),
    is_valid: dead === null,
    issued_at: Math.floor(token.issuedAtMs / 1000),
    ...(token.pageId === null ? {} : { profile_id: token.pageId }),
    scopes: token.scopes,
    granular_scopes: token.scopes.filter(isGranular).map((scope) => granularScope(scope, token, pages)),
    user_id: PERSON.id,
  };
}

/** Without `target_ids` the permission applies to every page, including later ones. */
function granularScope(scope: string, token: MetaToken, pages: Page[]) {
  if (token.pageIds === null) return { scope };
  const granted = pages.filter((page) => token.pageIds?.includes(page.id));
  const instagram = granted.flatMap((page) => (page.instagram ? [page.instagram.id] : []));
  return { scope, target_ids: scope.startsWith('instagram_') ? instagram : granted.map((page) => page.id) };
}

function errorOf(subcode: number, nowMs: number): Record<string, unknown> {
  const { error } = deadToken(subcode, nowMs).body as { error: { message: string } }; // safe: deadToken's own body
  return { code: 190, message: error.message, subcode };
}
