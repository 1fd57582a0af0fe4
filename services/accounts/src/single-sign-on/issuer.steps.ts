import { type CallContext, visitorOf } from '@parley/common/call-context';
import { DEPLOYMENT_CALLBACK } from '@parley/common/contracts/console/single-sign-on';
import { AppError } from '@parley/common/errors';
import { IssuerProblem } from '@parley/providers/oidc/issuer-problem';
import type { AccountsService } from '../service.ts';
import { findIssuer } from './issuer.store.ts';
import { CLIENT_SECRET_PURPOSE, readDeploymentIssuer, type SignInIssuer } from './single-sign-on.rules.ts';

/**
 * The issuer at which the members of a tenant sign in: its own, or else that of the deployment
 * (docs/reference/console.md#the-issuer-of-the-deployment). A tenant of null is one that does not exist. Null: none.
 */
export async function findSignInIssuer(
  { database, environment, cipher }: Pick<AccountsService, 'database' | 'environment' | 'cipher'>,
  tenantId: number | null,
): Promise<SignInIssuer | null> {
  const own = tenantId === null ? null : await findIssuer(database.prisma, tenantId);
  if (own) return own;
  const shared = readDeploymentIssuer(environment);
  if (!shared) return null;
  const clientSecret = cipher.encrypt(shared.clientSecret, CLIENT_SECRET_PURPOSE);
  return { ...shared, callback: DEPLOYMENT_CALLBACK, clientSecret, newMemberRole: null, roleClaim: null };
}

/** The hash of the secret in the browser's cookie: the gateway sends it with operations that remember a device. */
export function deviceOf(context: Pick<CallContext, 'visitor'>): string {
  const { device } = visitorOf(context);
  if (device === undefined) throw new Error('An operation that remembers a device arrived without its device.');
  return device;
}

/** Turns the problem of a step at an issuer into single_sign_on_failed; throws other errors unchanged. */
export function signInFailed(error: unknown): never {
  if (!(error instanceof IssuerProblem)) throw error;
  throw new AppError('single_sign_on_failed', { message: `Single sign-on failed: ${error.message}.`, cause: error });
}
