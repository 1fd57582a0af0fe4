import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { BusinessAccount, SignupGrant } from '../state/business-account.ts';
import { graphError } from './graph-error.ts';
import { proveAppSecret } from './sign-webhook.ts';

const TokenQuery = z.object({ access_token: z.string().optional(), appsecret_proof: z.string().optional() });

/** Returns a refusal if the token or its proof is wrong, else the token. */
export function authorizeToken(
  state: SandboxState,
  appSecret: string,
  request: FastifyRequest,
  nowMs: number = Date.now(),
): { token: string } | { refusal: ProviderAnswer } {
  const query = TokenQuery.safeParse(request.query);
  const header = request.headers.authorization;
  // File uploads use the scheme OAuth.
  const token = /^(?:Bearer|OAuth) (.+)$/.exec(header ?? '')?.[1]?.trim() ?? query.data?.access_token;
  if (!token) {
    const message = 'An access token is required to request this resource';
    return { refusal: graphError(104, { message, status: 401 }) };
  }
  const account = accountOfToken(state, token);
  if (!account) {
    return { refusal: graphError(190, { message: 'Invalid OAuth access token', subcode: 463, status: 401 }) };
  }
  if (isExpired(account, token, nowMs)) return { refusal: expiredToken(new Date()) };
  const proof = query.data?.appsecret_proof;
  if (proof !== undefined && proof !== proveAppSecret(token, appSecret)) {
    return {
      refusal: graphError(100, {
        message: 'Invalid appsecret_proof provided in the API argument',
        type: 'GraphMethodException',
      }),
    };
  }
  return { token };
}

/** Graph's refusal of a path whose version is not like `v23.0`; null if it is. */
export function refuseVersion(version: string): ProviderAnswer | null {
  if (/^v\d{1,3}\.\d{1,3}$/.test(version)) return null;
  return graphError(100, { message: "Invalid version format. Use format like 'v23.0'" });
}

/** True when the token may use the account. */
export function mayUse(account: BusinessAccount | undefined, token: string): account is BusinessAccount {
  return account !== undefined && (account.token === token || grantOf(account, token) !== undefined);
}

const grantOf = (account: BusinessAccount, token: string): SignupGrant | undefined =>
  account.grants?.find((grant) => grant.token === token);

function isExpired(account: BusinessAccount, token: string, nowMs: number): boolean {
  const grant = grantOf(account, token);
  if (!grant) return account.tokenState === 'expired';
  return grant.expiresAtMs !== null && grant.expiresAtMs <= nowMs;
}

function accountOfToken(state: SandboxState, token: string): BusinessAccount | undefined {
  for (const account of state.whatsapp.businessAccounts.values()) if (mayUse(account, token)) return account;
  return undefined;
}

function expiredToken(now: Date): ProviderAnswer {
  const expired = new Date(now.getTime() - 3_600_000).toUTCString();
  const message = `Error validating access token: Session has expired on ${expired}. The current time is ${now.toUTCString()}.`;
  return graphError(190, { message, subcode: 463, status: 401 });
}
