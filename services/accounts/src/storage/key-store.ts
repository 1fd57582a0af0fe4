import { Channel } from '@parley/common/channels';
import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import { EventType } from '@parley/common/events';
import type { Sql } from '@parley/prisma/sql';
import type { Key } from '../domain/key.ts';
import type { AuthenticateKeyDeps } from '../use-cases/authenticate-key.ts';
import type { CreateKeyDeps } from '../use-cases/create-key.ts';
import type { ListKeysDeps } from '../use-cases/list-keys.ts';
import type { RevokeKeyDeps } from '../use-cases/revoke-key.ts';
import type { RotateSecretDeps } from '../use-cases/rotate-secret.ts';
import type { UpdateKeyDeps } from '../use-cases/update-key.ts';
import * as statements from './key-statements.ts';

export type KeyStore = AuthenticateKeyDeps &
  Pick<CreateKeyDeps, 'insertKey'> &
  Pick<ListKeysDeps, 'listKeysAfter'> &
  Pick<UpdateKeyDeps, 'updateKey'> &
  Pick<RevokeKeyDeps, 'revokeKey'> &
  Pick<RotateSecretDeps, 'replaceSecret'>;

interface KeyRow {
  id: number;
  instance_id: string;
  label: string;
  channels: string[];
  webhook_url: string | null;
  events: string[];
  rate_limit_per_minute: number;
  enabled: boolean;
  ordered: boolean;
  revoked_at: Date | null;
  created_at: Date;
}

type UsableRow = Omit<AuthenticatedKey, 'channels'> & { channels: string[] };

const toKey = (row: KeyRow): Key => ({
  id: row.id,
  instanceId: row.instance_id,
  label: row.label,
  channels: Channel.array().parse(row.channels),
  webhookUrl: row.webhook_url,
  events: EventType.array().parse(row.events),
  rateLimitPerMinute: row.rate_limit_per_minute,
  enabled: row.enabled,
  ordered: row.ordered,
  revokedAt: row.revoked_at,
  createdAt: row.created_at,
});

/** Keys in PostgreSQL. */
export function makeKeyStore(sql: Sql): KeyStore {
  const one = async (name: string, text: string, values: unknown[]): Promise<Key | null> => {
    const { rows } = await sql.query<KeyRow>({ name, text, values });
    return rows[0] ? toKey(rows[0]) : null;
  };
  return {
    async findUsableKey(keyHash) {
      const text = statements.FIND_USABLE;
      const { rows } = await sql.query<UsableRow>({ name: 'accounts-find-usable-key', text, values: [keyHash] });
      return rows[0] ? { ...rows[0], channels: Channel.array().parse(rows[0].channels) } : null;
    },
    async insertKey(tenantId, key) {
      const made = await one('accounts-insert-key', statements.INSERT, [
        key.instanceId,
        tenantId,
        key.label,
        key.keyHash,
        key.channels,
        key.events,
        key.webhookUrl,
        key.webhookSecret,
        key.rateLimitPerMinute,
        key.ordered,
      ]);
      if (!made) throw new Error('A new key was not stored.');
      return made;
    },
    async listKeysAfter(tenantId, id, count) {
      const values = [tenantId, id, count];
      const { rows } = await sql.query<KeyRow>({ name: 'accounts-list-keys', text: statements.LIST, values });
      return rows.map(toKey);
    },
    updateKey: (tenantId, instanceId, changes) =>
      one('accounts-update-key', statements.UPDATE, [
        tenantId,
        instanceId,
        changes.label ?? null,
        changes.channels ?? null,
        changes.events ?? null,
        changes.webhookUrl !== undefined,
        changes.webhookUrl ?? null,
        changes.rateLimitPerMinute ?? null,
        changes.enabled ?? null,
        changes.ordered ?? null,
      ]),
    revokeKey: (tenantId, instanceId, at) => one('accounts-revoke-key', statements.REVOKE, [tenantId, instanceId, at]),
    async replaceSecret(tenantId, instanceId, { encrypted, previousUntil }) {
      const values = [tenantId, instanceId, encrypted, previousUntil];
      const { rowCount } = await sql.query({
        name: 'accounts-replace-secret',
        text: statements.REPLACE_SECRET,
        values,
      });
      return rowCount > 0;
    },
  };
}
