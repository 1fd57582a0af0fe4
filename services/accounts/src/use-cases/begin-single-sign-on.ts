import { type CallContext, type Visitor, visitorOf } from '@parley/common/call-context';
import type { beginSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { buildIssuerUrl, makeVisitSecrets } from '@parley/providers/oidc/issuer-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { signInFailed } from '../adapters/sign-in-failed.ts';
import { hashToken, makeToken } from '../domain/one-time-token.ts';
import { accountHash, placesOf, singleSignOnKey } from '../domain/sign-in-place.ts';
import {
  CLIENT_SECRET_PURPOSE,
  mayVisit,
  networkBlockOf,
  redirectUrlOf,
  VISIT_MS,
  VISIT_PURPOSE,
  VISITS_MAX,
} from '../domain/single-sign-on.ts';
import type { AccountsService } from '../service.ts';
import {
  countVisits,
  countVisitsFrom,
  deleteBusiestVisits,
  findTenantId,
  insertVisit,
} from '../storage/issuer-store.ts';
import { findKnownPlaces } from '../storage/place-store.ts';
import { deviceOf } from './device-of.ts';
import { findSignInIssuer } from './find-sign-in-issuer.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Sends a browser to the issuer of a workspace, from where only it can return (docs/reference/console.md#single-sign-on).
 * A slug of no workspace is sent to the issuer of the deployment too, which does not tell who exists.
 * Errors: unknown_single_sign_on, single_sign_on_failed, rate_limited.
 */
export async function beginSingleSignOn(
  service: AccountsService,
  { workspace }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}

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

/** No number of strangers fills the table so that it refuses a member: the busiest network gives way. */
async function makeRoom({ database, now }: AccountsService, callback: string): Promise<void> {
  const at = now();
  const excess = (await countVisits(database.prisma, callback, at)) - VISITS_MAX + 1;
  if (excess > 0) await deleteBusiestVisits(database, { callback, now: at, count: excess });
}
