import { CHANNELS } from '@parley/common/channels';
import { LabelColor } from '@parley/common/contracts/operator/label-fields';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { oneOf, type RowOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { type Label, titleKeyOf } from './label.rules.ts';

const LABEL = { labelId: true, title: true, color: true } as const;

const toLabel = ({ color, ...row }: Prisma.LabelGetPayload<{ select: typeof LABEL }>): Label => ({
  ...row,
  color: LabelColor.parse(color),
});

type Client = Prisma.TransactionClient;

const lock = defineStatement({
  name: 'inbox.lock-labels',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:labels:' || $1::int4, 0))::text AS locked`,
  params: { tenantId: 'int4' },
  row: { locked: 'text!' },
});

/** The labels of the tenant, by title. */
export const findLabels = async ({ label }: Client, tenantId: number): Promise<Label[]> =>
  (await label.findMany({ where: { tenantId }, select: LABEL, orderBy: { titleKey: 'asc' } })).map(toLabel);

/** The same, locked against concurrent creation and renaming. */
export async function lockLabels({ sql, prisma }: PrismaTransaction, tenantId: number): Promise<Label[]> {
  await lock.run(sql, { tenantId });
  return findLabels(prisma, tenantId);
}

export async function insertLabel(
  { label }: Client,
  tenantId: number,
  given: Label & { createdAt: Date },
): Promise<void> {
  await label.create({ data: { ...given, tenantId, titleKey: titleKeyOf(given.title) } });
}

export async function saveLabel({ label }: Client, tenantId: number, { labelId, title, color }: Label): Promise<void> {
  await label.updateMany({ where: { tenantId, labelId }, data: { title, titleKey: titleKeyOf(title), color } });
}

/** Conversations lose it, by their foreign key. False: the tenant has no such label. */
export async function deleteLabel({ label }: Client, tenantId: number, labelId: string): Promise<boolean> {
  return (await label.deleteMany({ where: { tenantId, labelId } })).count > 0;
}

/** Whether the tenant has all of these labels, which are distinct. */
export async function hasLabels({ label }: Client, tenantId: number, labelIds: readonly string[]): Promise<boolean> {
  return (await label.count({ where: { tenantId, labelId: { in: [...labelIds] } } })) === labelIds.length;
}

const findOnes = defineStatement({
  name: 'inbox.labels-of-conversations',
  text: `SELECT t.conversation_id AS id, e.label_id
           FROM conversation_labels t JOIN labels e ON e.id = t.label_row
          WHERE t.conversation_id = ANY ($2) AND e.tenant_id = $1
          ORDER BY e.id`,
  params: { tenantId: 'int4', ids: 'int4[]' },
  row: { id: 'int4', labelId: 'text' },
});

/** The ids of the labels of each of these conversations that has any. */
export async function findLabelsOf(
  sql: Sql,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const { id, labelId } of await findOnes.all(sql, { tenantId, ids: [...ids] }))
    found.set(id, [...(found.get(id) ?? []), labelId]);
  return found;
}

const PAIRS = { id: 'int4', labelId: 'text' } as const;

/** Skips a label that is being deleted: the lock of its row waits for that. */
const add = defineBatchStatement({
  name: 'inbox.add-labels',
  text: `WITH kept AS MATERIALIZED (
           SELECT e.id, e.label_id FROM labels e WHERE e.tenant_id = $3 AND e.label_id = ANY ($2) ORDER BY e.id FOR KEY SHARE)
         INSERT INTO conversation_labels (conversation_id, label_row)
         SELECT c.id, k.id FROM unnest($1::int4[], $2::text[]) AS w(id, label_id)
           JOIN kept k ON k.label_id = w.label_id
           JOIN conversations c ON c.id = w.id AND c.tenant_id = $3
         ON CONFLICT DO NOTHING`,
  items: PAIRS,
  params: { tenantId: 'int4' },
});

const remove = defineBatchStatement({
  name: 'inbox.remove-labels',
  text: `DELETE FROM conversation_labels t
          USING unnest($1::int4[], $2::text[]) AS w(id, label_id), labels e
          WHERE e.label_id = w.label_id AND e.tenant_id = $3 AND t.conversation_id = w.id AND t.label_row = e.id`,
  items: PAIRS,
  params: { tenantId: 'int4' },
});

/** A label of a conversation that the transaction has locked. */
interface LabelOf {
  id: number;
  labelId: string;
}

export async function writeLabels(
  sql: Sql,
  tenantId: number,
  { added, removed }: { added: readonly LabelOf[]; removed: readonly LabelOf[] },
): Promise<void> {
  await add.run(sql, added, { tenantId });
  await remove.run(sql, removed, { tenantId });
}

const LABELLED = {
  conversationId: 'int4',
  channel: oneOf(...CHANNELS),
  name: 'text?',
  peer: 'text',
  lastMessageAt: 'timestamptz',
} as const;
type Labelled = RowOf<typeof LABELLED>;

/** Larger than any row id. */
const LAST_ID = 2_147_483_647;

/** At most one page of each label is read, from its own range of the index. */
const findPage = defineStatement({
  name: 'inbox.search-labelled',
  plan: 'index',
  text: `WITH page AS MATERIALIZED (
           SELECT DISTINCT f.conversation_id AS id
             FROM labels e
            CROSS JOIN LATERAL (SELECT t.conversation_id FROM conversation_labels t
                                 WHERE t.label_row = e.id AND t.conversation_id < $3
                                 ORDER BY t.conversation_id DESC LIMIT $4) f
            WHERE e.tenant_id = $1 AND e.label_id = ANY ($2)
            ORDER BY 1 DESC LIMIT $4)
         SELECT c.id AS conversation_id, c.channel, p.name, c.peer, c.last_message_at
           FROM page f JOIN conversations c ON c.id = f.id AND c.tenant_id = $1 JOIN contacts p ON p.id = c.contact_id
          ORDER BY c.id DESC`,
  params: { tenantId: 'int4', labelIds: 'text[]', before: 'int4', limit: 'int8' },
  row: LABELLED,
});

/** The tenant's conversations that have any of these labels, newest first, at most `limit`, older than `before`. */
export const findLabelled = (
  sql: Sql,
  {
    tenantId,
    labelIds,
    before,
    limit,
  }: { tenantId: number; labelIds: readonly string[]; before: number | null; limit: number },
): Promise<Labelled[]> =>
  findPage.all(sql, { tenantId, labelIds: [...labelIds], before: before ?? LAST_ID, limit: String(limit) });
