import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { finishSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { IssuerClaims } from '@parley/providers/oidc/issuer-claims';
import { redeemCode } from '@parley/providers/oidc/issuer-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { z } from 'zod';
import { signInFailed } from '../adapters/sign-in-failed.ts';
import { hashToken } from '../domain/one-time-token.ts';
import { singleSignOnKey } from '../domain/sign-in-place.ts';
import {
  CLIENT_SECRET_PURPOSE,
  decideSignIn,
  hasSameRoles,
  type IssuerVisit,
  isSameIssuer,
  KNOWN_PLACES_MAX,
  redirectUrlOf,
  returnedUrl,
  type SignInIssuer,
  VISIT_PURPOSE,
} from '../domain/single-sign-on.ts';
import type { AccountsService } from '../service.ts';
import { deleteVisit, takeVisit } from '../storage/issuer-store.ts';
import { deleteSessionOfToken } from '../storage/session-store.ts';
import { deviceOf } from './device-of.ts';
import { enterThroughIssuer } from './enter-through-issuer.ts';
import { findSignInIssuer } from './find-sign-in-issuer.ts';
import { openSession } from './open-session.ts';
import { rememberPlace } from './remember-place.ts';

type Given = InputOf<typeof contract>;

const Secrets = z.object({ nonce: z.string(), verifier: z.string() });

/**
 * Opens a session for the member whose account at the issuer the browser brings back. Errors: unknown_link,
 * unknown_single_sign_on, single_sign_on_failed, single_sign_on_refused, tenant_inactive, rate_limited.
 */
export async function finishSingleSignOn(
  service: AccountsService,
  given: Given,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { database, now } = service;
  const visit = await takeVisit(database.prisma, {
    stateHash: hashToken(given.state),
    device: deviceOf(context),
    callback: given.callback,
    now: now(),
  });
  if (!visit) throw new AppError('unknown_link');
  const issuer = await findSignInIssuer(service, visit.tenantId);
  if (issuer?.callback !== visit.callback || issuer.issuer !== visit.issuer || issuer.clientId !== visit.clientId)
    throw new AppError('unknown_single_sign_on');
  const claims = await redeem(service, issuer, { visit, given });
  const { tenantId } = visit;
  if (tenantId === null) throw refuseUnknown(issuer, claims);
  const member = await enterThroughIssuer(service, { ...issuer, tenantId }, claims);
  const sessionToken = await openSession(service, 'finish-single-sign-on', member, context, {
    issuer: issuer.issuer,
  });
  // The issuer was changed or deleted meanwhile, which ended the sessions that there were.
  const current = await findSignInIssuer(service, visit.tenantId);
  if (!current || !isSameIssuer(current, issuer) || !hasSameRoles(current, issuer)) {
    await deleteSessionOfToken(database.prisma, hashToken(sessionToken));
    throw new AppError('unknown_single_sign_on');
  }
  await deleteVisit(database.prisma, visit);
  await rememberPlace(service, singleSignOnKey(tenantId), visitorOf(context), KNOWN_PLACES_MAX);
  return { sessionToken };
}

/** A workspace that does not exist refuses as one without such a member does. */
function refuseUnknown(issuer: SignInIssuer, claims: IssuerClaims): AppError {
  const decision = decideSignIn(claims, issuer, { ofSubject: null, ofEmail: null });
  return new AppError('single_sign_on_refused', decision.does === 'refuse' ? { message: decision.why } : {});
}

function redeem(
  { cipher, environment, issuers }: AccountsService,
  { issuer, clientId, clientSecret, roleClaim }: SignInIssuer,
  { visit, given }: { visit: IssuerVisit; given: Given },
) {
  const secrets = Secrets.parse(JSON.parse(cipher.decrypt(visit.secrets, VISIT_PURPOSE)));
  const client = { issuer, clientId, clientSecret: cipher.decrypt(clientSecret, CLIENT_SECRET_PURPOSE) };
  const returned = returnedUrl(redirectUrlOf(publicUrlOf(environment), visit.callback), given);
  return redeemCode(issuers, client, {
    ...secrets,
    returned,
    state: given.state,
    roleClaim: roleClaim?.name ?? null,
  }).catch(signInFailed);
}
