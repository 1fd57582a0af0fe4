import type { Sql } from '@parley/prisma/sql';
import type { LinkChannel } from '../domain/dialog-url.ts';
import type { BeginConnectVisitDeps } from '../use-cases/begin-connect-visit.ts';
import type { FinishConnectLinkDeps } from '../use-cases/finish-connect-link.ts';
import type { MakeConnectLinkDeps } from '../use-cases/make-connect-link.ts';
import type { ConnectLink } from '../use-cases/open-connect-link.ts';

interface LinkRow {
  id: number;
  tenant_id: number;
  tenant_name: string;
  channel: string;
  redirect_url: string;
  expires_at: Date;
  used_at: Date | null;
}

const COLUMNS = 'l.id, l.tenant_id, t.name AS tenant_name, l.channel, l.redirect_url, l.expires_at, l.used_at';
/** Earlier visits whose state still leads back to the redirect address. */
const MAX_STATES = 20;

const toLink = (row: LinkRow): ConnectLink => ({
  id: row.id,
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  channel: row.channel as LinkChannel, // safe: a check of the table
  redirectUrl: row.redirect_url,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
});

export type LinkStore = Pick<MakeConnectLinkDeps, 'saveLink'> &
  Pick<BeginConnectVisitDeps, 'findLink' | 'beginVisit'> &
  Pick<FinishConnectLinkDeps, 'findVisit' | 'consumeState'> & {
    /** Links that ended before this moment are forgotten; answers how many. */
    forgetLinks(endedBefore: Date): Promise<number>;
  };

/** Connect links in PostgreSQL. A link is found by a secret of its own; only its rows name the tenant. */
export function makeLinkStore(sql: Sql): LinkStore {
  return {
    async saveLink({ tokenHash, tenantId, instanceId, channel, redirectUrl, createdAt, expiresAt }) {
      await sql.query({
        text: `INSERT INTO connect_links (token_hash, tenant_id, instance_id, channel, redirect_url, created_at, expires_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        values: [tokenHash, tenantId, instanceId, channel, redirectUrl, createdAt, expiresAt],
      });
    },
    async findLink(tokenHash) {
      const { rows } = await sql.query<LinkRow>({
        name: 'links-find',
        text: `SELECT ${COLUMNS} FROM connect_links l JOIN tenants t ON t.id = l.tenant_id WHERE l.token_hash = $1`,
        values: [tokenHash],
      });
      return rows[0] ? toLink(rows[0]) : null;
    },
    async beginVisit({ linkId, stateHash, browserHash, at }) {
      const { rowCount } = await sql.query({
        name: 'links-begin-visit',
        text: `WITH opened AS (
                 UPDATE connect_links SET state_hash = $2, opened_at = coalesce(opened_at, $3)
                  WHERE id = $1 AND used_at IS NULL RETURNING id),
               forgotten AS (
                 DELETE FROM connect_states WHERE state_hash IN (
                   SELECT state_hash FROM connect_states WHERE link_id = $1 ORDER BY created_at DESC OFFSET $4))
               INSERT INTO connect_states (state_hash, link_id, created_at, browser_hash)
               SELECT $2, id, $3, $5 FROM opened RETURNING link_id`,
        values: [linkId, stateHash, at, MAX_STATES, browserHash],
      });
      return rowCount > 0;
    },
    async findVisit(stateHash) {
      const { rows } = await sql.query<LinkRow & { is_current: boolean; browser_hash: Buffer | null }>({
        name: 'links-find-visit',
        text: `SELECT ${COLUMNS}, coalesce(l.state_hash = s.state_hash, false) AS is_current, s.browser_hash
                 FROM connect_states s JOIN connect_links l ON l.id = s.link_id JOIN tenants t ON t.id = l.tenant_id
                WHERE s.state_hash = $1`,
        values: [stateHash],
      });
      const [row] = rows;
      return row ? { link: toLink(row), isCurrent: row.is_current, browserHash: row.browser_hash } : null;
    },
    async consumeState(linkId, stateHash) {
      const { rowCount } = await sql.query({
        name: 'links-consume-state',
        text: 'UPDATE connect_links SET state_hash = NULL WHERE id = $1 AND state_hash = $2 AND used_at IS NULL',
        values: [linkId, stateHash],
      });
      return rowCount > 0;
    },
    async forgetLinks(endedBefore) {
      const { rowCount } = await sql.query({
        text: `DELETE FROM connect_links WHERE id IN (
                 SELECT id FROM connect_links WHERE expires_at < $1 ORDER BY expires_at LIMIT 1000)`,
        values: [endedBefore],
      });
      return rowCount;
    },
  };
}
