import { AiProvider } from '@parley/common/ai-providers';
import { AiKeyStatus } from '@parley/common/contracts/operator/ai-keys';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { StoredKey } from './key.rules.ts';

type Rows = Pick<PrismaDatabase['prisma'], 'aiKey'>;

type Row = Omit<StoredKey, 'provider' | 'status'> & { provider: string; status: string };

const toKey = (row: Row): StoredKey => ({
  ...row,
  provider: AiProvider.parse(row.provider),
  status: AiKeyStatus.parse(row.status),
});

/** Inserts or replaces the key. */
export async function saveKey(prisma: Rows, key: StoredKey): Promise<StoredKey> {
  const { tenantId, provider, ...data } = key;
  const row = await prisma.aiKey.upsert({
    where: { tenantId_provider: { tenantId, provider } },
    create: { tenantId, provider, ...data, createdAt: key.updatedAt },
    update: data,
  });
  return toKey(row);
}

export async function listKeys(prisma: Rows, tenantId: number): Promise<StoredKey[]> {
  return (await prisma.aiKey.findMany({ where: { tenantId }, orderBy: { provider: 'asc' } })).map(toKey);
}

/** Runs once per turn, unlike the other queries on keys. */
const find = defineStatement({
  name: 'bots.find-key',
  plan: 'index',
  text: `SELECT k.tenant_id, k.provider, k.api_key, k.base_url, k.last4, k.status, k.tested_at, k.updated_at
           FROM ai_keys k WHERE k.tenant_id = $1 AND k.provider = $2`,
  params: { tenantId: 'int4', provider: 'text' },
  row: {
    tenantId: 'int4',
    provider: 'text',
    apiKey: 'text',
    baseUrl: 'text?',
    last4: 'text',
    status: 'text',
    testedAt: 'timestamptz?',
    updatedAt: 'timestamptz',
  },
});

export async function findKey(sql: Sql, tenantId: number, provider: AiProvider): Promise<StoredKey | null> {
  const row = await find.first(sql, { tenantId, provider });
  return row && toKey(row);
}

/** Stores a key's status unless the key was replaced since it was read; returns whether it was stored. */
export async function markKey(
  prisma: Rows,
  key: Pick<StoredKey, 'tenantId' | 'provider' | 'apiKey'>,
  status: StoredKey['status'],
  testedAt: Date,
): Promise<boolean> {
  const { tenantId, provider, apiKey } = key;
  return (
    (await prisma.aiKey.updateMany({ where: { tenantId, provider, apiKey }, data: { status, testedAt } })).count > 0
  );
}

export async function deleteKey(prisma: Rows, tenantId: number, provider: AiProvider): Promise<boolean> {
  return (await prisma.aiKey.deleteMany({ where: { tenantId, provider } })).count > 0;
}
