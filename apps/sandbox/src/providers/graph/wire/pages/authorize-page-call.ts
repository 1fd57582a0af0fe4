import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { MetaState } from '../../state/meta-state.ts';
import type { MetaToken, Page } from '../../state/page.ts';
import { graphError } from '../graph-error.ts';
import { proveAppSecret } from '../sign-webhook.ts';
import { deadToken, permissionMissing } from './meta-error.ts';

const Fields = z.record(z.string(), z.unknown());

/** The parameters of a Graph call, from both the query and the body. */
export function parametersOf(request: FastifyRequest): Record<string, unknown> {
  return { ...Fields.catch({}).parse(request.query), ...Fields.catch({}).parse(request.body ?? {}) };
}

/** A parameter as text; undefined if it is absent or not a text. */
export function textOf(parameters: Record<string, unknown>, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The access token of a call, from any of its places. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : textOf(parametersOf(request), 'access_token');
}

/** Returns a refusal if the token is missing, unknown, dead or not proven, else the token. */
export function authorizePageCall(
  deps: { meta: MetaState; appSecret: string; now: () => number },
  request: FastifyRequest,
): { token: MetaToken } | { refusal: ProviderAnswer } {
  const given = tokenOf(request);
  if (!given) {
    const message = 'An access token is required to request this resource.';
    return { refusal: graphError(104, { message, status: 400 }) };
  }
  const token = deps.meta.tokens.get(given);
  if (!token || token.isInstagram === true)
    return { refusal: graphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' }) };
  const dead = deadSubcodeOf(token, deps.now());
  if (dead !== null) return { refusal: deadToken(dead, deps.now()) };
  const proof = textOf(parametersOf(request), 'appsecret_proof');
  if (proof !== undefined && proof !== proveAppSecret(given, deps.appSecret)) {
    const message = 'Invalid appsecret_proof provided in the API argument';
    return { refusal: graphError(100, { message, type: 'GraphMethodException' }) };
  }
  return { token };
}

/** The subcode of a token's error 190; null while it is valid. */
export function deadSubcodeOf(token: MetaToken, nowMs: number): number | null {
  if (token.deadSubcode !== null) return token.deadSubcode;
  return token.expiresAtMs !== null && token.expiresAtMs <= nowMs ? 463 : null;
}

/** Graph's refusal if a token lacks a permission; null if it has it. */
export function refuseScope(token: MetaToken, scope: string): ProviderAnswer | null {
  return token.scopes.includes(scope) ? null : permissionMissing(scope);
}

/** True when the token is one of the page itself. */
export function isTokenOf(token: MetaToken, page: Page): boolean {
  return token.kind === 'page' && token.pageId === page.id;
}
