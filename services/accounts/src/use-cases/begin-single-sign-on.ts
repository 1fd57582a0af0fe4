import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { beginSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { buildIssuerUrl, makeVisitSecrets } from '@parley/providers/oidc/issuer-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { signInFailed } from '../adapters/sign-in-failed.ts';
import { hashToken, makeToken } from '../domain/one-time-token.ts';
import {
  CLIENT_SECRET_PURPOSE,
  redirectUrlOf,
  VISIT_MS,
  VISIT_PURPOSE,
  VISITS_MAX,
  VISITS_OF_NETWORK_MAX,
} from '../domain/single-sign-on.ts';
import type { AccountsService } from '../service.ts';
import { countVisits, insertVisit } from '../storage/issuer-store.ts';
import { findTenant } from '../storage/tenant-store.ts';
import { deviceOf } from './device-of.ts';
import { findSignInIssuer } from './find-sign-in-issuer.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Sends a browser to the issuer of a workspace, from where only it can return (docs/reference/console.md#single-sign-on).
 * Errors: unknown_single_sign_on, single_sign_on_failed, rate_limited.
 */
export async function beginSingleSignOn(
  service: AccountsService,
  { workspace }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { database, cipher, environment, egress, now } = service;
  const { network } = visitorOf(context);
  const tenant = await findTenant(database.prisma, workspace);
  const found = tenant && (await findSignInIssuer(service, tenant.id));
  if (!found) throw new AppError('unknown_single_sign_on');
  const { issuer, clientId, callback } = found;
  await checkRoom(service, { tenantId: tenant.id, network });
  const state = makeToken();
  const secrets = makeVisitSecrets();
  const client = { issuer, clientId, clientSecret: cipher.decrypt(found.clientSecret, CLIENT_SECRET_PURPOSE) };
  const visit = { ...secrets, state, redirectUrl: redirectUrlOf(publicUrlOf(environment), callback) };
  const url = await buildIssuerUrl(egress, client, visit).catch(signInFailed);
  await insertVisit(database.prisma, {
    stateHash: hashToken(state),
    tenantId: tenant.id,
    callback,
    device: deviceOf(context),
    network,
    issuer,
    clientId,
    secrets: cipher.encrypt(JSON.stringify(secrets), VISIT_PURPOSE),
    expiresAt: new Date(now().getTime() + VISIT_MS),
  });
  return { url };
}

/** Nobody fills the table, or has us ask an issuer without end. */
async function checkRoom(
  { database, now }: AccountsService,
  { tenantId, network }: { tenantId: number; network: string | null },
): Promise<void> {
  const { ofNetwork, all } = await countVisits(database.prisma, { tenantId, network, now: now() });
  if (ofNetwork < VISITS_OF_NETWORK_MAX && all < VISITS_MAX) return;
  const message = 'Too many people have begun to sign in: wait a moment.';
  throw new AppError('rate_limited', { message, retry_after: RETRY_AFTER_SECONDS });
}
