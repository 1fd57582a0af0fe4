import { DEPLOYMENT_CALLBACK } from '@parley/common/contracts/console/single-sign-on';
import { readDeploymentIssuer } from '../domain/deployment-issuer.ts';
import { CLIENT_SECRET_PURPOSE, type SignInIssuer } from '../domain/single-sign-on.ts';
import type { AccountsService } from '../service.ts';
import { findIssuer } from '../storage/issuer-store.ts';

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
