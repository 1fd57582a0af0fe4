import { MEMBERS_MAX } from '@parley/common/contracts/console/members';
import { AppError } from '@parley/common/errors';
import { title } from '@parley/common/fields';
import { sessionChanged } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { lockTenant } from '@parley/database/lock-tenant';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Prisma } from '@parley/prisma/client';
import type { IssuerClaims } from '@parley/providers/oidc/issuer-claims';
import { emailKeyOf, hasRoles, type Member } from '../domain/member.ts';
import { decideSignIn, type SingleSignOn } from '../domain/single-sign-on.ts';
import type { AccountsService } from '../service.ts';
import { findMemberOfSubject, isLinked, saveIdentity } from '../storage/issuer-store.ts';
import { countMembers, findMemberOfAddress, insertMember, saveRoles } from '../storage/member-store.ts';
import { insertPerson } from '../storage/person-store.ts';
import { findWorkspace } from '../storage/tenant-store.ts';

const NAME_MAX = 100;
const RETRY_AFTER_SECONDS = 3600;

/**
 * The member whom an account of the issuer is, linked or created where the workspace allows it, with the roles that the
 * issuer gives. Errors: single_sign_on_refused, tenant_inactive, rate_limited.
 */
export async function enterThroughIssuer(
  { database, bus, now }: AccountsService,
  issuer: SingleSignOn,
  claims: IssuerClaims,
): Promise<Member> {
  const { member, hasOtherRoles } = await retryConflicts(() =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      const { tenantId } = issuer;
      // Of two first sign-ins at the same time, the second finds the member of the first.
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
 * A new person, although somebody may have confirmed the address elsewhere: an issuer answers for its own workspace only
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
