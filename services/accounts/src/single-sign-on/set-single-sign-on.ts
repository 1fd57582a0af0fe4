import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { setSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import { fieldError, invalidField } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { buildIssuerUrl, type IssuerClientSettings, makeVisitSecrets } from '@parley/providers/oidc/issuer-client';
import { IssuerProblem } from '@parley/providers/oidc/issuer-problem';
import { publicUrlOf } from '@parley/runtime/environment';
import { refuseUrl } from '../keys/key.steps.ts';
import type { AccountsService } from '../service.ts';
import { makeToken } from '../sign-in/link.rules.ts';
import { endIssuerSessions, findIssuer, saveIssuer, unlinkMembers } from './issuer.store.ts';
import {
  CLIENT_SECRET_PURPOSE,
  hasSameRoles,
  isSameIssuer,
  redirectUrlOf,
  toSingleSignOnView,
} from './single-sign-on.rules.ts';

const NEEDS_SECRET = {
  field: 'client_secret',
  code: 'missing_client_secret',
  message: 'client_secret is required for a new issuer or client.',
};

const NEEDS_DOMAINS = {
  field: 'domains',
  code: 'missing_domains',
  message: 'domains are required with new_member_role: otherwise every account of the issuer becomes a member.',
};

const CLAIM_DECIDES = 'must be null where role_claim decides who enters';

/**
 * Stores the issuer of a workspace, after a first look at it (docs/reference/console.md#single-sign-on). Errors:
 * invalid_issuer, invalid_new_member_role, missing_domains, missing_client_secret, service_unavailable.
 */
export const setSingleSignOn = verb(
  contract,
  async (service: AccountsService, { clientSecret: given, ...settings }, context) => {
    const { database, cipher, environment, bus } = service;
    if (settings.roleClaim && settings.newMemberRole) throw invalidField('new_member_role', CLAIM_DECIDES);
    if (settings.newMemberRole && settings.domains.length === 0) throw fieldError([NEEDS_DOMAINS]);
    const tenantId = tenantIdOf(context);
    const publicUrl = publicUrlOf(environment);
    const slug = memberOf(context).tenantSlug ?? '';
    const held = await findIssuer(database.prisma, tenantId);
    // A stored secret is sent only to the issuer, and as the client, for which it was given.
    const kept = held?.issuer === settings.issuer && held.clientId === settings.clientId ? held.clientSecret : null;
    const plain = given ?? (kept === null ? null : cipher.decrypt(kept, CLIENT_SECRET_PURPOSE));
    if (plain === null) throw fieldError([NEEDS_SECRET]);
    await checkIssuer(service, { ...settings, clientSecret: plain, tenantId }, redirectUrlOf(publicUrl, slug));
    const saved = { ...settings, tenantId, clientSecret: cipher.encrypt(plain, CLIENT_SECRET_PURPOSE) };
    const hasEnded = await database.prismaTransaction(async ({ prisma, sql }) => {
      await lockTenant(sql, tenantId);
      const before = await findIssuer(prisma, tenantId);
      await saveIssuer(prisma, saved, service.now());
      if (before === null || (isSameIssuer(before, saved) && hasSameRoles(before, saved))) return false;
      await endIssuerSessions(prisma, tenantId);
      if (!isSameIssuer(before, saved)) await unlinkMembers(prisma, tenantId);
      return true;
    });
    if (hasEnded) bus.publishHint(sessionChanged, { sessionId: null });
    return toSingleSignOnView(saved, { publicUrl, slug });
  },
);

/** Asks the issuer for its metadata; nothing secret is sent. */
async function checkIssuer(
  { egress, issuers }: AccountsService,
  { tenantId, ...client }: IssuerClientSettings & { tenantId: number },
  redirectUrl: string,
): Promise<void> {
  const refusal = await refuseUrl(egress, client.issuer, String(tenantId));
  if (refusal !== null) throw invalidField('issuer', refusal);
  try {
    const secrets = { ...makeVisitSecrets(), state: makeToken() };
    await issuers.metadata.refresh(client.issuer);
    await buildIssuerUrl(issuers, client, { ...secrets, redirectUrl });
  } catch (error) {
    if (error instanceof IssuerProblem)
      throw invalidField('issuer', `must be an issuer that answers: ${error.message}`);
    throw error;
  }
}
