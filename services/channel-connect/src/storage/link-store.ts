import { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import { LinkChannel } from '../domain/dialog-url.ts';
import type { BeginConnectVisitDeps } from '../use-cases/begin-connect-visit.ts';
import type { CreateConnectLinkDeps } from '../use-cases/create-connect-link.ts';
import type { FinishConnectLinkDeps } from '../use-cases/finish-connect-link.ts';
import type { ConnectLink } from '../use-cases/open-connect-link.ts';

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

const deleteEnded = defineStatement({
  name: 'channel-connect.delete-ended-links',
  text: `DELETE FROM connect_links WHERE id IN (
           SELECT id FROM connect_links WHERE expires_at < $1 ORDER BY expires_at LIMIT 1000)`,
  params: { endedBefore: 'timestamptz' },
});

export type LinkStore = Pick<CreateConnectLinkDeps, 'saveLink'> &
  Pick<BeginConnectVisitDeps, 'findLink' | 'beginVisit'> &
  Pick<FinishConnectLinkDeps, 'findVisit' | 'consumeState'> & {
    /** Deletes links that ended before this moment; returns how many. */
    forgetLinks(endedBefore: Date): Promise<number>;
  };

/** A hash in the client's type. */
const bytes = (hash: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(hash);

/** Connect links in PostgreSQL. A link is found by its secret; its row determines the tenant. */
export function makeLinkStore(database: Pick<PrismaDatabase, 'query' | 'prisma'>): LinkStore {
  const { prisma } = database;
  return {
    async saveLink({ tokenHash, ...link }) {
      await prisma.connectLink.createMany({ data: [{ ...link, tokenHash: bytes(tokenHash) }] });
    },
    async findLink(tokenHash) {
      const link = await prisma.connectLink.findUnique({ where: { tokenHash: bytes(tokenHash) }, select: LINK });
      return link ? toLink(link) : null;
    },
    beginVisit: async (visit) => (await openLink.run(database, visit)) > 0,
    async findVisit(stateHash) {
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
    },
    async consumeState(id, stateHash) {
      const where = { id, stateHash: bytes(stateHash), usedAt: null };
      return (await prisma.connectLink.updateMany({ where, data: { stateHash: null } })).count > 0;
    },
    forgetLinks: (endedBefore) => deleteEnded.run(database, { endedBefore }),
  };
}
