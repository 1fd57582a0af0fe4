import type { Camel } from '@parley/common/casing/camel';
import type { CannedReply } from '@parley/common/contracts/console/canned-replies';
import { foldText } from '@parley/common/text/fold-text';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';

/** A prepared answer as it is stored. */
export interface StoredReply {
  id: number;
  replyId: string;
  title: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Title and text as {@link soughtWords} finds them. */
const foldReply = ({ title, text }: Pick<StoredReply, 'title' | 'text'>): string => foldText(`${title}\n${text}`);

/** The words of a search: each must be part of the title or the text. */
const soughtWords = (q: string | undefined): string[] =>
  foldText(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');

export const toReplyView = ({
  replyId,
  title,
  text,
  createdAt,
  updatedAt,
}: Omit<StoredReply, 'id'>): Camel<CannedReply> => ({
  id: replyId,
  title,
  text,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const lock = defineStatement({
  name: 'inbox.lock-canned-replies',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:canned-replies:' || $1::int4, 0))::text AS locked`,
  params: { tenantId: 'int4' },
  row: { locked: 'text!' },
});

const search = defineStatement({
  name: 'inbox.search-canned-replies',
  text: `SELECT r.id, r.reply_id, r.title, r.text, r.created_at, r.updated_at FROM canned_replies r
          WHERE r.tenant_id = $1 AND NOT EXISTS (SELECT 1 FROM unnest($2::text[]) AS word WHERE strpos(r.folded, word) = 0)
          ORDER BY r.title, r.id OFFSET $3 LIMIT $4`,
  params: { tenantId: 'int4', words: 'text[]', offset: 'int8', limit: 'int8' },
  row: {
    id: 'int4',
    replyId: 'text',
    title: 'text',
    text: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
});

const REPLY = { id: true, replyId: true, title: true, text: true, createdAt: true, updatedAt: true } as const;

type Client = Pick<PrismaDatabase['prisma'], 'cannedReply'>;

/** Two members who create the last ones at once must not exceed the limit. */
export async function lockReplies(sql: Sql, tenantId: number): Promise<void> {
  await lock.run(sql, { tenantId });
}

export const countReplies = ({ cannedReply }: Client, tenantId: number): Promise<number> =>
  cannedReply.count({ where: { tenantId } });

/** Replies whose title and text contain all of the words, by title. */
export const searchReplies = (
  sql: Sql,
  tenantId: number,
  { q, offset, count }: { q: string | undefined; offset: number; count: number },
): Promise<StoredReply[]> =>
  search.all(sql, { tenantId, words: soughtWords(q), offset: String(offset), limit: String(count) });

export async function insertReply(
  { cannedReply }: Client,
  tenantId: number,
  reply: Omit<StoredReply, 'id'>,
): Promise<void> {
  await cannedReply.create({ data: { ...reply, folded: foldReply(reply), tenantId } });
}

export const findReply = ({ cannedReply }: Client, tenantId: number, replyId: string): Promise<StoredReply | null> =>
  cannedReply.findFirst({ where: { tenantId, replyId }, select: REPLY });

export async function saveReply(
  { cannedReply }: Client,
  tenantId: number,
  { replyId, title, text, updatedAt }: StoredReply,
): Promise<void> {
  const folded = foldReply({ title, text });
  await cannedReply.updateMany({ where: { tenantId, replyId }, data: { title, text, folded, updatedAt } });
}

/** False: there is no such reply. */
export const deleteReply = async ({ cannedReply }: Client, tenantId: number, replyId: string): Promise<boolean> =>
  (await cannedReply.deleteMany({ where: { tenantId, replyId } })).count > 0;
