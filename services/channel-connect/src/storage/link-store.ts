import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { BeginConnectVisitDeps } from '../use-cases/begin-connect-visit.ts';
import type { CreateConnectLinkDeps } from '../use-cases/create-connect-link.ts';
import type { FinishConnectLinkDeps } from '../use-cases/finish-connect-link.ts';

/** Earlier visits whose state still leads back to the redirect address. */
const MAX_STATES = 20;

const LINK_COLUMNS = 'l.id, l.tenant_id, t.name AS tenant_name, l.channel, l.redirect_url, l.expires_at, l.used_at';
const linkRow = {
  id: 'int4',
  tenantId: 'int4',
  tenantName: 'text',
  channel: oneOf('fb', 'ig', 'tt'),
  redirectUrl: 'text',
  expiresAt: 'timestamptz',
  usedAt: 'timestamptz?',
} as const;

const insertLink = defineStatement({
  name: 'channel-connect.insert-link',
  text: `INSERT INTO connect_links (token_hash, tenant_id, instance_id, channel, redirect_url, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  params: {
    tokenHash: 'bytea',
    tenantId: 'int4',
    instanceId: 'text',
    channel: 'text',
    redirectUrl: 'text',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

const findByToken = defineStatement({
  name: 'channel-connect.find-link',
  text: `SELECT ${LINK_COLUMNS} FROM connect_links l JOIN tenants t ON t.id = l.tenant_id WHERE l.token_hash = $1`,
  params: { tokenHash: 'bytea' },
  row: linkRow,
});

/** The newest visit's state is the link's; the oldest states beyond the limit go. */
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

const findByState = defineStatement({
  name: 'channel-connect.find-visit',
  text: `SELECT ${LINK_COLUMNS}, coalesce(l.state_hash = s.state_hash, false) AS is_current, s.browser_hash
           FROM connect_states s JOIN connect_links l ON l.id = s.link_id JOIN tenants t ON t.id = l.tenant_id
          WHERE s.state_hash = $1`,
  params: { stateHash: 'bytea' },
  row: { ...linkRow, isCurrent: 'bool!', browserHash: 'bytea?' },
});

const takeState = defineStatement({
  name: 'channel-connect.take-state',
  text: 'UPDATE connect_links SET state_hash = NULL WHERE id = $1 AND state_hash = $2 AND used_at IS NULL',
  params: { linkId: 'int4', stateHash: 'bytea' },
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

/** Connect links in PostgreSQL. A link is found by a secret of its own; only its rows name the tenant. */
export function makeLinkStore(sql: Sql): LinkStore {
  return {
    async saveLink(link) {
      await insertLink.run(sql, link);
    },
    findLink: (tokenHash) => findByToken.first(sql, { tokenHash }),
    beginVisit: async (visit) => (await openLink.run(sql, visit)) > 0,
    async findVisit(stateHash) {
      const row = await findByState.first(sql, { stateHash });
      if (!row) return null;
      const { isCurrent, browserHash, ...link } = row;
      return { link, isCurrent, browserHash };
    },
    consumeState: async (linkId, stateHash) => (await takeState.run(sql, { linkId, stateHash })) > 0,
    forgetLinks: (endedBefore) => deleteEnded.run(sql, { endedBefore }),
  };
}
