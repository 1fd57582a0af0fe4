import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { makeSecret } from '../../state/meta-state.ts';
import type { AuthorizationCode } from '../../state/page.ts';
import type { WhatsappState } from '../../state/whatsapp-state.ts';
import { graphError } from '../graph-error.ts';

export interface SignupDeps {
  whatsapp: WhatsappState;
  now: () => number;
}

const CODE_LIFETIME_MS = 30_000;
const MAX_GRANTS = 20;
export const SIGNUP_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];

/** Exchanges a code of Embedded Signup: without a redirect_uri, once, within 30 seconds. */
export function exchangeSignup(
  { whatsapp, now }: SignupDeps,
  code: AuthorizationCode,
  redirectUri: string | undefined,
): ProviderAnswer {
  const refuse = (message: string, subcode: number) => graphError(100, { message, subcode });
  if (redirectUri !== undefined) {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request';
    return refuse(message, 36_008);
  }
  if (code.used) return graphError(190, { message: 'This authorization code has been used.', subcode: 36_009 });
  if (now() - code.issuedAtMs > CODE_LIFETIME_MS) return refuse('This authorization code has expired.', 36_007);
  code.used = true;
  const { wabaIds = [], tokenSeconds = null } = code.signup ?? {};
  const issuedAtMs = now();
  const token = makeSecret('EAAJ');
  const expiresAtMs = tokenSeconds === null ? null : issuedAtMs + tokenSeconds * 1000;
  for (const account of wabaIds.flatMap((id) => whatsapp.businessAccounts.get(id) ?? []))
    account.grants = [{ token, issuedAtMs, expiresAtMs }, ...(account.grants ?? [])].slice(0, MAX_GRANTS);
  return {
    status: 200,
    body: {
      access_token: token,
      token_type: 'bearer',
      ...(tokenSeconds === null ? {} : { expires_in: tokenSeconds }),
    },
  };
}

/** A token of Embedded Signup as debug_token shows it; null for other tokens. */
export function inspectSignup({ whatsapp, now }: SignupDeps, appId: string, token: string): object | null {
  const granted = [...whatsapp.businessAccounts.values()].flatMap((account) => {
    const grant = account.grants?.find((one) => one.token === token);
    return grant ? [{ id: account.id, ...grant }] : [];
  });
  const [first] = granted;
  if (!first) return null;
  const target_ids = granted.map(({ id }) => id);
  return {
    app_id: appId,
    type: 'SYSTEM_USER',
    application: 'Parley',
    data_access_expires_at: 0,
    expires_at: first.expiresAtMs === null ? 0 : Math.floor(first.expiresAtMs / 1000),
    is_valid: first.expiresAtMs === null || first.expiresAtMs > now(),
    issued_at: Math.floor(first.issuedAtMs / 1000),
    scopes: SIGNUP_SCOPES,
    granular_scopes: SIGNUP_SCOPES.map((scope) => ({ scope, target_ids })),
    user_id: '104169029247128',
  };
}
