import { verb } from '@parley/bus/verb';
import { type Visitor, visitorOf } from '@parley/common/call-context';
import { beginSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import { AppError } from '@parley/common/errors';
import { buildIssuerUrl, makeVisitSecrets } from '@parley/providers/oidc/issuer-client';
import { publicUrlOf } from '@parley/runtime/environment';
import type { AccountsService } from '../service.ts';
import { accountHash, placesOf, singleSignOnKey } from '../sign-in/attempt.rules.ts';
import { findKnownPlaces } from '../sign-in/attempt.store.ts';
import { hashToken, makeToken } from '../sign-in/link.rules.ts';
import { deviceOf, findSignInIssuer, signInFailed } from './issuer.steps.ts';
import { countVisits, countVisitsFrom, deleteBusiestVisits, findTenantId, insertVisit } from './issuer.store.ts';
import {
  CLIENT_SECRET_PURPOSE,
  mayVisit,
  networkBlockOf,
  redirectUrlOf,
  VISIT_MS,
  VISIT_PURPOSE,
  VISITS_MAX,
} from './single-sign-on.rules.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Sends a browser to the issuer of a workspace, from where only it can return
 * (docs/reference/console.md#single-sign-on). A slug of no workspace is sent to the issuer of the deployment too, which
 * does not reveal which workspaces exist. Errors: unknown_single_sign_on, single_sign_on_failed, rate_limited.
 */
export const beginSingleSignOn = verb(contract, async (service: AccountsService, { workspace }, context) => {
  const { database, cipher, environment, issuers, now } = service;
  const visitor = visitorOf(context);
  const tenantId = await findTenantId(database.prisma, workspace);
  const found = await findSignInIssuer(service, tenantId);
  if (!found) throw new AppError('unknown_single_sign_on');
  const { issuer, clientId, callback } = found;
  const { network } = visitor;
  const isKnown = await isFromKnownPlace(service, tenantId, visitor);
  const from = { callback, device: deviceOf(context), network, networkBlock: networkBlockOf(network), isKnown };
  if (!mayVisit(await countVisitsFrom(database.prisma, from, now()), from)) {
    const message = 'Too many people have begun to sign in: wait a moment.';
    throw new AppError('rate_limited', { message, retry_after: RETRY_AFTER_SECONDS });
  }
  const state = makeToken();
  const secrets = makeVisitSecrets();
  const client = { issuer, clientId, clientSecret: cipher.decrypt(found.clientSecret, CLIENT_SECRET_PURPOSE) };
  const visit = { ...secrets, state, redirectUrl: redirectUrlOf(publicUrlOf(environment), callback) };
  const url = await buildIssuerUrl(issuers, client, visit).catch(signInFailed);
  await makeRoom(service, callback);
  await insertVisit(database.prisma, {
    ...from,
    stateHash: hashToken(state),
    tenantId,
    issuer,
    clientId,
    secrets: cipher.encrypt(JSON.stringify(secrets), VISIT_PURPOSE),
    expiresAt: new Date(now().getTime() + VISIT_MS),
  });
  return { url };
});

/** A network that many people share is never known. */
async function isFromKnownPlace(
  { database }: AccountsService,
  tenantId: number | null,
  visitor: Visitor,
): Promise<boolean> {
  if (tenantId === null) return false;
  const key = singleSignOnKey(tenantId);
  const known = await findKnownPlaces(database.prisma, accountHash(key), placesOf(key, visitor));
  return known.device || (known.network && visitor.network !== null);
}

/**
 * No number of strangers fills the table so that it refuses a member: the oldest visit of the busiest network is
 * evicted.
 */
async function makeRoom({ database, now }: AccountsService, callback: string): Promise<void> {
  const at = now();
  const excess = (await countVisits(database.prisma, callback, at)) - VISITS_MAX + 1;
  if (excess > 0) await deleteBusiestVisits(database, { callback, now: at, count: excess });
}
