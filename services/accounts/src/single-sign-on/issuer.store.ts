import { RoleClaim } from '@parley/common/contracts/console/single-sign-on';
import { TenantRole } from '@parley/common/workspace/console-roles';
import type { Sql } from '@parley/database/sql';
import { JSON_NULL } from '@parley/database/statements/json-null';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Member } from '../members/member.rules.ts';
import { MEMBER, toMember } from '../members/member.store.ts';
import type { IssuerVisit, SignInIssuer, SingleSignOn, VisitCounts } from './single-sign-on.rules.ts';

const ISSUER = {
  tenantId: true,
  issuer: true,
  clientId: true,
  clientSecret: true,
  domains: true,
  newMemberRole: true,
  roleClaim: true,
  tenant: { select: { slug: true } },
} as const;

const NewRole = TenantRole.exclude(['owner']).nullable();

type OwnIssuer = SingleSignOn & SignInIssuer;

const toOwnIssuer = ({ tenant, ...row }: Prisma.SignInIssuerGetPayload<{ select: typeof ISSUER }>): OwnIssuer => ({
  ...row,
  callback: tenant.slug,
  newMemberRole: NewRole.parse(row.newMemberRole),
  roleClaim: RoleClaim.nullable().parse(row.roleClaim),
});

const BATCH = 1000;
const dropOver = defineStatement({
  name: 'accounts.drop-issuer-visits',
  text: `DELETE FROM issuer_visits WHERE state_hash IN (
           SELECT state_hash FROM issuer_visits WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** Visits of strangers come first among equally busy networks. */
const dropBusiest = defineStatement({
  name: 'accounts.drop-busiest-issuer-visits',
  text: `DELETE FROM issuer_visits WHERE state_hash IN (
           SELECT state_hash FROM (
             SELECT state_hash, is_known, expires_at, count(*) OVER (PARTITION BY network_block) AS visits
               FROM issuer_visits WHERE callback = $1 AND expires_at > $2) AS open
            ORDER BY visits DESC, is_known, expires_at, state_hash LIMIT $3::int4)`,
  params: { callback: 'text', now: 'timestamptz', count: 'int4' },
});

type Client = Prisma.TransactionClient;

/** Null: the tenant has none. */
export async function findIssuer({ signInIssuer }: Client, tenantId: number): Promise<OwnIssuer | null> {
  const row = await signInIssuer.findUnique({ where: { tenantId }, select: ISSUER });
  return row && toOwnIssuer(row);
}

export async function saveIssuer(
  { signInIssuer }: Client,
  { tenantId, ...settings }: SingleSignOn,
  updatedAt: Date,
): Promise<void> {
  const data = { ...settings, roleClaim: settings.roleClaim ?? JSON_NULL, updatedAt };
  await signInIssuer.upsert({ where: { tenantId }, create: { tenantId, ...data }, update: data });
}

/** False: the tenant has none. */
export const deleteIssuer = async ({ signInIssuer }: Client, tenantId: number): Promise<boolean> =>
  (await signInIssuer.deleteMany({ where: { tenantId } })).count > 0;

/** Ends the sessions that the issuer of a tenant opened, and the open visits to it. */
export async function endIssuerSessions({ memberSession, issuerVisit }: Client, tenantId: number): Promise<void> {
  await memberSession.deleteMany({ where: { tenantId, issuer: { not: null } } });
  await issuerVisit.deleteMany({ where: { tenantId } });
}

/** Ends the links of members to accounts of the issuer. */
export async function unlinkMembers({ memberIdentity }: Client, tenantId: number): Promise<void> {
  await memberIdentity.deleteMany({ where: { tenantId } });
}

/** The tenant with a slug; null: there is none. */
export const findTenantId = async ({ tenant }: Client, slug: string): Promise<number | null> =>
  (await tenant.findUnique({ where: { slug }, select: { id: true } }))?.id ?? null;

type Place = Pick<IssuerVisit, 'callback' | 'device' | 'network' | 'networkBlock'>;

/** The visits from the same places, also those that returned without a sign-in. A shared network is not counted. */
export async function countVisitsFrom(
  { issuerVisit }: Client,
  { callback, device, network, networkBlock }: Place,
  now: Date,
): Promise<VisitCounts> {
  const open = { callback, expiresAt: { gt: now } };
  return {
    device: await issuerVisit.count({ where: { ...open, device } }),
    network: network === null ? 0 : await issuerVisit.count({ where: { ...open, network } }),
    networkBlock: networkBlock === null ? 0 : await issuerVisit.count({ where: { ...open, networkBlock } }),
  };
}

export const countVisits = ({ issuerVisit }: Client, callback: string, now: Date): Promise<number> =>
  issuerVisit.count({ where: { callback, expiresAt: { gt: now } } });

/** Deletes the oldest visits of the busiest network; callers of shared networks count as one. */
export const deleteBusiestVisits = (sql: Sql, given: { callback: string; now: Date; count: number }): Promise<number> =>
  dropBusiest.run(sql, given);

export async function insertVisit({ issuerVisit }: Client, { stateHash, ...visit }: IssuerVisit): Promise<void> {
  await issuerVisit.create({ data: { ...visit, stateHash: new Uint8Array(stateHash) } });
}

/**
 * Marks the visit as used, so that only one of two concurrent returns finds it. Null: it was used, has ended, or the
 * browser or the redirect URL is another one.
 */
export async function takeVisit(
  { issuerVisit }: Client,
  { stateHash, device, callback, now }: Pick<IssuerVisit, 'stateHash' | 'device' | 'callback'> & { now: Date },
): Promise<IssuerVisit | null> {
  const where = { stateHash: new Uint8Array(stateHash), device, callback, expiresAt: { gt: now }, usedAt: null };
  const found = await issuerVisit.findFirst({ where });
  if (!found || (await issuerVisit.updateMany({ where, data: { usedAt: now } })).count === 0) return null;
  return { ...found, stateHash };
}

/** Forgets the visit of a member who has signed in: it counts for no limit. */
export async function deleteVisit(
  { issuerVisit }: Client,
  { stateHash }: Pick<IssuerVisit, 'stateHash'>,
): Promise<void> {
  await issuerVisit.deleteMany({ where: { stateHash: new Uint8Array(stateHash) } });
}

/** Deletes a batch; true when there may be more. */
export const deleteEndedVisits = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropOver.run(sql, { before })) === BATCH;

/** The member who has signed in with an account of the issuer. */
export async function findMemberOfSubject(
  { member }: Client,
  account: { tenantId: number; issuer: string; subject: string },
): Promise<Member | null> {
  const { tenantId } = account;
  const row = await member.findFirst({
    where: { tenantId, removedAt: null, identity: { is: account } },
    select: MEMBER,
  });
  return row && toMember(row);
}

/** Whether a member has an account at the issuer. */
export const isLinked = async ({ memberIdentity }: Client, memberRow: number, issuer: string): Promise<boolean> =>
  (await memberIdentity.count({ where: { memberRow, issuer } })) > 0;

/** Links a member to an account, in place of one at another issuer. Throws when the account is linked already. */
export async function saveIdentity(
  { memberIdentity }: Client,
  { memberRow, ...account }: { memberRow: number; tenantId: number; issuer: string; subject: string },
): Promise<void> {
  await memberIdentity.upsert({ where: { memberRow }, create: { memberRow, ...account }, update: account });
}
