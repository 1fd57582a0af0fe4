import { verb } from '@parley/bus/verb';
import { visitorOf } from '@parley/common/call-context';
import { MEMBERS_MAX } from '@parley/common/contracts/console/members';
import { finishSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { title } from '@parley/common/fields';
import { sessionChanged } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { Prisma } from '@parley/prisma/client';
import type { IssuerClaims } from '@parley/providers/oidc/issuer-claims';
import { redeemCode } from '@parley/providers/oidc/issuer-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { z } from 'zod';
import { emailKeyOf, hasRoles, type Member } from '../members/member.rules.ts';
import { countMembers, findMemberOfAddress, insertMember, saveRoles } from '../members/member.store.ts';
import { insertPerson } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { deleteSessionOfToken } from '../sessions/session.store.ts';
import { singleSignOnKey } from '../sign-in/attempt.rules.ts';
import { rememberPlace } from '../sign-in/attempt.steps.ts';
import { hashToken } from '../sign-in/link.rules.ts';
import { openSession } from '../sign-in/open-session.steps.ts';
import { findWorkspace } from '../tenants/tenant.store.ts';
import { deviceOf, findSignInIssuer, signInFailed } from './issuer.steps.ts';
import { deleteVisit, findMemberOfSubject, isLinked, saveIdentity, takeVisit } from './issuer.store.ts';
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
  type SingleSignOn,
  VISIT_PURPOSE,
} from './single-sign-on.rules.ts';

type Given = InputOf<typeof contract>;

const Secrets = z.object({ nonce: z.string(), verifier: z.string() });

/**
 * Opens a session for the member whose account at the issuer the browser brings back. Errors: unknown_link,
 * unknown_single_sign_on, single_sign_on_failed, single_sign_on_refused, tenant_inactive, rate_limited.
 */
export const finishSingleSignOn = verb(contract, async (service: AccountsService, given: Given, context) => {
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
  // The issuer was changed or deleted after the sign-in began, which ended its sessions.
  const current = await findSignInIssuer(service, visit.tenantId);
  if (!current || !isSameIssuer(current, issuer) || !hasSameRoles(current, issuer)) {
    await deleteSessionOfToken(database.prisma, hashToken(sessionToken));
    throw new AppError('unknown_single_sign_on');
  }
  await deleteVisit(database.prisma, visit);
  await rememberPlace(service, singleSignOnKey(tenantId), visitorOf(context), KNOWN_PLACES_MAX);
  return { sessionToken };
});

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

const NAME_MAX = 100;
const RETRY_AFTER_SECONDS = 3600;

/**
 * The member whom an account of the issuer is, linked or created where the workspace allows it, with the roles that the
 * issuer gives. Errors: single_sign_on_refused, tenant_inactive, rate_limited.
 */
async function enterThroughIssuer(
  { database, bus, now }: AccountsService,
  issuer: SingleSignOn,
  claims: IssuerClaims,
): Promise<Member> {
  const { member, hasOtherRoles } = await retryConflicts(() =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      const { tenantId } = issuer;
      // The second of two concurrent first sign-ins finds the member of the first.
      await lockTenant(sql, tenantId);
      const decision = decideSignIn(claims, issuer, await findKnown(prisma, issuer, claims));
      if (decision.does === 'refuse') throw new AppError('single_sign_on_refused', { message: decision.why });
      const isNew = decision.does === 'create';
      const found = isNew
        ? await createMember(prisma, { ...decision, tenantId, name: claims.name, at: now() })
        : decision.member;
      if (decision.does !== 'enter')
        await saveIdentity(prisma, { memberRow: found.id, tenantId, issuer: issuer.issuer, subject: claims.subject });
      const roles = decision.roles ?? found.roles;
      if (hasRoles(found, roles)) return { member: found, hasOtherRoles: false };
      await saveRoles(prisma, found.id, roles);
      return { member: { ...found, roles }, hasOtherRoles: true };
    }),
  );
  if (hasOtherRoles) bus.publishHint(sessionChanged, { sessionId: null });
  return member;
}

async function findKnown(
  prisma: Prisma.TransactionClient,
  { tenantId, issuer }: Pick<SingleSignOn, 'tenantId' | 'issuer'>,
  { subject, email }: IssuerClaims,
) {
  const ofSubject = await findMemberOfSubject(prisma, { tenantId, issuer, subject });
  const found = email === null ? null : await findMemberOfAddress(prisma, tenantId, emailKeyOf(email));
  return { ofSubject, ofEmail: found && { member: found, isLinked: await isLinked(prisma, found.id, issuer) } };
}

/** A name that people can see, shortened without half of a character; null: there is none. */
function shownName(name: string | null): string | null {
  const short = (name ?? '')
    .trim()
    .slice(0, NAME_MAX)
    .replace(/[\ud800-\udbff]$/, '');
  return title(NAME_MAX).safeParse(short).success ? short : null;
}

/**
 * A new person, although the address may be confirmed elsewhere: an issuer answers for its own workspace only
 * (docs/reference/console.md#addresses).
 */
async function createMember(
  prisma: Prisma.TransactionClient,
  {
    tenantId,
    email,
    roles,
    name,
    at,
  }: Pick<Member, 'tenantId' | 'email' | 'roles'> & { name: string | null; at: Date },
): Promise<Member> {
  if ((await findWorkspace(prisma, tenantId))?.status !== 'active') throw new AppError('tenant_inactive');
  if ((await countMembers(prisma, tenantId)) >= MEMBERS_MAX) {
    const message = `A workspace has at most ${MEMBERS_MAX} members and open invitations.`;
    throw new AppError('rate_limited', { message, retry_after: RETRY_AFTER_SECONDS });
  }
  const emailKey = emailKeyOf(email);
  const personRow = await insertPerson(prisma, { emailKey, emailConfirmedAt: null });
  return insertMember(prisma, {
    memberId: makeId('mem'),
    tenantId,
    email,
    emailKey,
    name: shownName(name) ?? email,
    roles,
    personRow,
    emailConfirmedAt: null,
    createdAt: at,
  });
}
