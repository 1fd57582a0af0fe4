import { verb } from '@parley/bus/verb';
import { authenticateSession as contract } from '@parley/common/contracts/internal/console-session';
import type { AccountsService } from '../service.ts';
import { isOfIssuer, isOfToken, isOver, isUseStored } from './session.rules.ts';
import { findSession, saveSessionUse } from './session.store.ts';

/**
 * Null for a token that is unknown, ended, idle for 7 days or 30 days old, and for one that was opened with another admin
 * token, or by an issuer that is no longer that of its tenant (docs/reference/console.md#sessions).
 */
export const authenticateSession = verb(
  contract,
  async ({ database: { prisma }, environment, now }: AccountsService, { tokenHash, adminTokenHash }) => {
    const found = await findSession(prisma, Buffer.from(tokenHash, 'hex'));
    const at = now();
    const ofDeployment = environment.PARLEY_OIDC_ISSUER ?? null;
    const adminToken = adminTokenHash === null ? null : Buffer.from(adminTokenHash, 'hex');
    if (!found || isOver(found, at) || !isOfToken(found, adminToken) || !isOfIssuer(found, ofDeployment))
      return { member: null, isTenantActive: true };
    if (isUseStored(found, at)) await saveSessionUse(prisma, found, at);
    const { sessionId, roles, memberId, tenantId, tenantSlug, isTenantActive } = found;
    const bound = found.issuer !== null ? ({ viaIssuer: true } as const) : {};
    return { member: { sessionId, roles, memberId, tenantId, tenantSlug, ...bound }, isTenantActive };
  },
);
