import { ConnectWay } from '@parley/common/contracts/internal/connect-link';
import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { LinkChannel, providerOf } from './dialog.rules.ts';
import type { ConnectLink, NewLink, NewVisit, Visit } from './link.rules.ts';

/** Number of earlier visits that still lead back to the redirect URL. */
const MAX_STATES = 20;

const LINK = {
  id: true,
  tenantId: true,
  channel: true,
  via: true,
  redirectUrl: true,
  expiresAt: true,
  usedAt: true,
  tenant: { select: { name: true, status: true } },
} as const;

const toLink = ({
  tenant,
  ...row
}: Omit<ConnectLink, 'tenantName' | 'isTenantActive' | 'channel' | 'via'> & {
  channel: string;
  via: string | null;
  tenant: { name: string; status: string };
}): ConnectLink => ({
  ...row,
  tenantName: tenant.name,
  isTenantActive: TenantStatus.parse(tenant.status) === 'active',
  channel: LinkChannel.parse(row.channel),
  via: ConnectWay.nullable().parse(row.via),
});

/** Stores the newest visit's state with the link; deletes the oldest states beyond the limit. */
const openLink = defineStatement({
  name: 'channel-connect.begin-visit',
  text: `WITH opened AS (
           UPDATE connect_links SET state_hash = $2, opened_at = coalesce(opened_at, $3)
            WHERE id = $1 AND used_at IS NULL RETURNING id),
         forgotten AS (
           DELETE FROM connect_states WHERE state_hash IN (
             SELECT state_hash FROM connect_states WHERE link_id = $1 ORDER BY created_at DESC OFFSET ${MAX_STATES}))
         INSERT INTO connect_states (state_hash, link_id, created_at, browser_hash, via)
         SELECT $2, id, $3, $4, $5 FROM opened`,
  params: { linkId: 'int4', stateHash: 'bytea', at: 'timestamptz', browserHash: 'bytea', via: 'text?' },
});

const lockLink = defineStatement({
  name: 'channel-connect.lock-link',
  text: 'SELECT used_at FROM connect_links WHERE id = $1 AND tenant_id = $2 FOR UPDATE',
  params: { linkId: 'int4', tenantId: 'int4' },
  row: { usedAt: 'timestamptz?' },
});

const forgetEnded = defineStatement({
  name: 'channel-connect.forget-ended-signups',
  text: `UPDATE connect_links SET signup = NULL WHERE id IN (
           SELECT id FROM connect_links WHERE expires_at < $1 AND signup IS NOT NULL ORDER BY expires_at LIMIT 1000)`,
  params: { endedBefore: 'timestamptz' },
});

const deleteEnded = defineStatement({
  name: 'channel-connect.delete-ended-links',
  text: `DELETE FROM connect_links WHERE id IN (
           SELECT id FROM connect_links WHERE expires_at < $1 ORDER BY expires_at LIMIT 1000)`,
  params: { endedBefore: 'timestamptz' },
});

/** A hash in the client's type. */
const bytes = (hash: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(hash);

type Rows = Pick<PrismaDatabase, 'prisma'>;

export async function saveLink({ prisma }: Rows, { tokenHash, ...link }: NewLink): Promise<void> {
  await prisma.connectLink.createMany({ data: [{ ...link, tokenHash: bytes(tokenHash) }] });
}

/** A key of a tenant. */
export interface KeyName {
  tenantId: number;
  instanceId: string;
}

/** Whether an active tenant's key, which is neither disabled nor revoked, may use the channel. */
export async function mayKeyConnect({ prisma }: Rows, key: KeyName, channel: LinkChannel): Promise<boolean> {
  const found = await prisma.apiKey.count({
    where: { ...key, enabled: true, revokedAt: null, channels: { has: channel }, tenant: { status: 'active' } },
  });
  return found > 0;
}

/** A link is found by its secret; its row determines the tenant. */
export async function findLink({ prisma }: Rows, tokenHash: Buffer): Promise<ConnectLink | null> {
  const link = await prisma.connectLink.findUnique({ where: { tokenHash: bytes(tokenHash) }, select: LINK });
  return link ? toLink(link) : null;
}

/** Stores the state as the link's only valid one; false when the link has been used. */
export const saveVisit = async (sql: Sql, visit: NewVisit): Promise<boolean> => (await openLink.run(sql, visit)) > 0;

/** The visit of this state. */
export async function findVisit({ prisma }: Rows, stateHash: Buffer): Promise<Visit | null> {
  const visit = await prisma.connectState.findUnique({
    where: { stateHash: bytes(stateHash) },
    select: {
      browserHash: true,
      via: true,
      link: { select: { ...LINK, stateHash: true, signup: true, signupStateHash: true } },
    },
  });
  if (!visit) return null;
  const { stateHash: current, signup, signupStateHash, ...link } = visit.link;
  const known = toLink(link);
  return {
    link: known,
    // A visit that an earlier version began has no login of its own, and led to Facebook.
    provider: providerOf({ channel: known.channel, via: ConnectWay.nullable().parse(visit.via) }),
    isCurrent: current !== null && stateHash.equals(current),
    browserHash: visit.browserHash && Buffer.from(visit.browserHash),
    signup: signupStateHash !== null && stateHash.equals(signupStateHash) ? signup : null,
  };
}

/** Marks the state as used: true once, for one caller. */
export async function consumeState({ prisma }: Rows, id: number, stateHash: Buffer): Promise<boolean> {
  const where = { id, stateHash: bytes(stateHash), usedAt: null };
  return (await prisma.connectLink.updateMany({ where, data: { stateHash: null } })).count > 0;
}

/** Stores the authorization of a visit with its unused link, encrypted; false when the link has been used. */
export async function saveSignup(
  { prisma }: Rows,
  { id, tenantId }: Pick<ConnectLink, 'id' | 'tenantId'>,
  { signup, stateHash }: { signup: string; stateHash: Buffer },
): Promise<boolean> {
  const data = { signup, signupStateHash: bytes(stateHash) };
  return (await prisma.connectLink.updateMany({ where: { id, tenantId, usedAt: null }, data })).count > 0;
}

/** Locks a tenant's link; true while it is unused. */
export async function lockUnusedLink(sql: Sql, linkId: number, tenantId: number): Promise<boolean> {
  const link = await lockLink.first(sql, { linkId, tenantId });
  return link !== null && link.usedAt === null;
}

export async function markLinkUsed(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  { id, tenantId }: Pick<ConnectLink, 'id' | 'tenantId'>,
  used: { usedAt: Date; signup: string | null },
): Promise<void> {
  await prisma.connectLink.updateMany({ where: { id, tenantId }, data: { ...used, stateHash: null } });
}

/** Deletes the authorizations of links that ended before this moment, at most 1000. */
export const forgetEndedSignups = (sql: Sql, endedBefore: Date): Promise<number> =>
  forgetEnded.run(sql, { endedBefore });

/** Deletes links that ended before this moment, at most 1000; true when more may be waiting. */
export const deleteEndedLinks = async (sql: Sql, endedBefore: Date): Promise<boolean> =>
  (await deleteEnded.run(sql, { endedBefore })) > 0;
