import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { ConnectLink, NewLink, NewVisit, Visit } from './connect-link.rules.ts';
import { LinkChannel } from './dialog-url.rules.ts';

/** Number of earlier visits that still lead back to the redirect URL. */
const MAX_STATES = 20;

const LINK = {
  id: true,
  tenantId: true,
  channel: true,
  redirectUrl: true,
  expiresAt: true,
  usedAt: true,
  tenant: { select: { name: true, status: true } },
} as const;

const toLink = ({
  tenant,
  ...row
}: Omit<ConnectLink, 'tenantName' | 'isTenantActive' | 'channel'> & {
  channel: string;
  tenant: { name: string; status: string };
}): ConnectLink => ({
  ...row,
  tenantName: tenant.name,
  isTenantActive: TenantStatus.parse(tenant.status) === 'active',
  channel: LinkChannel.parse(row.channel),
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
         INSERT INTO connect_states (state_hash, link_id, created_at, browser_hash)
         SELECT $2, id, $3, $4 FROM opened`,
  params: { linkId: 'int4', stateHash: 'bytea', at: 'timestamptz', browserHash: 'bytea' },
});

const lockLink = defineStatement({
  name: 'channel-connect.lock-link',
  text: 'SELECT used_at FROM connect_links WHERE id = $1 AND tenant_id = $2 FOR UPDATE',
  params: { linkId: 'int4', tenantId: 'int4' },
  row: { usedAt: 'timestamptz?' },
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

/** A link is found by its secret; its row determines the tenant. */
export async function findLink({ prisma }: Rows, tokenHash: Buffer): Promise<ConnectLink | null> {
  const link = await prisma.connectLink.findUnique({ where: { tokenHash: bytes(tokenHash) }, select: LINK });
  return link ? toLink(link) : null;
}

/** Stores the state as the link's only valid one; false when the link was used meanwhile. */
export const saveVisit = async (sql: Sql, visit: NewVisit): Promise<boolean> => (await openLink.run(sql, visit)) > 0;

/** The visit of this state. */
export async function findVisit({ prisma }: Rows, stateHash: Buffer): Promise<Visit | null> {
  const visit = await prisma.connectState.findUnique({
    where: { stateHash: bytes(stateHash) },
    select: { browserHash: true, link: { select: { ...LINK, stateHash: true } } },
  });
  if (!visit) return null;
  const { stateHash: current, ...link } = visit.link;
  return {
    link: toLink(link),
    isCurrent: current !== null && stateHash.equals(current),
    browserHash: visit.browserHash && Buffer.from(visit.browserHash),
  };
}

/** Marks the state as used: true once, for one caller. */
export async function consumeState({ prisma }: Rows, id: number, stateHash: Buffer): Promise<boolean> {
  const where = { id, stateHash: bytes(stateHash), usedAt: null };
  return (await prisma.connectLink.updateMany({ where, data: { stateHash: null } })).count > 0;
}

/** Locks a tenant's link; true while it is unused. */
export async function lockUnusedLink(sql: Sql, linkId: number, tenantId: number): Promise<boolean> {
  const link = await lockLink.first(sql, { linkId, tenantId });
  return link !== null && link.usedAt === null;
}

export async function markLinkUsed(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  { id, tenantId }: Pick<ConnectLink, 'id' | 'tenantId'>,
  usedAt: Date,
): Promise<void> {
  await prisma.connectLink.updateMany({ where: { id, tenantId }, data: { usedAt, stateHash: null } });
}

/** Deletes links that ended before this moment, at most 1000; returns their number. */
export const deleteEndedLinks = (sql: Sql, endedBefore: Date): Promise<number> => deleteEnded.run(sql, { endedBefore });
