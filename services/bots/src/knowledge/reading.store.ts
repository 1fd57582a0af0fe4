import { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { wordsOf } from '@parley/common/text/words-of';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { type BotScope, countTokens } from './knowledge.store.ts';
import type { Chunk } from './passage.rules.ts';
import { indexText } from './words.rules.ts';

/** A source that this worker has claimed. */
export interface SourceJob extends BotScope {
  id: number;
  claimId: string;
  kind: KnowledgeKind;
  title: string;
  content: Buffer;
  /** Includes this one. */
  attempts: number;
}

const claimSource = defineStatement({
  name: 'bots.claim-source',
  text: `UPDATE knowledge_sources SET claim_id = $1, due_at = $3, attempts = attempts + 1
          WHERE id IN (SELECT id FROM knowledge_sources WHERE status = 'processing' AND due_at <= $2
                        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, tenant_id, bot_id, claim_id, kind, title, content, attempts`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    botId: 'int4',
    claimId: 'text!',
    kind: oneOf(...KnowledgeKind.options),
    title: 'text',
    content: 'bytea!',
    attempts: 'int2',
  },
});

/** When the next source is due or a worker's lease expires; null: all are read. */
export const findDueSourceAt = defineDue({
  name: 'bots.find-due-source',
  text: `SELECT due_at FROM knowledge_sources WHERE status = 'processing' ORDER BY due_at LIMIT 1`,
});

/** Rows per INSERT. */
const CHUNKS_AT_ONCE = 500;

type Rows = Pick<PrismaDatabase['prisma'], 'knowledgeSource' | 'knowledgeChunk'>;

/** Claims a source; null when none is due. */
export const claimNextSource = (
  sql: Sql,
  given: { claimId: string; now: Date; until: Date },
): Promise<SourceJob | null> => claimSource.first(sql, given);

/** Fenced by the claim: another worker may have the source by now, or it is gone. */
const whileClaimed = ({ id, claimId }: SourceJob) => ({ id, claimId, status: 'processing' });

/** Marks a source as failed. False when its claim is lost. */
export async function failSource(
  prisma: Pick<Rows, 'knowledgeSource'>,
  job: SourceJob,
  error: string,
): Promise<boolean> {
  const data = { status: 'failed', error, content: null, claimId: null };
  return (await prisma.knowledgeSource.updateMany({ where: whileClaimed(job), data })).count > 0;
}

/** Gives a source back unread: it is due at once, and this attempt does not count. False when its claim is lost. */
export async function releaseSource(
  prisma: Pick<Rows, 'knowledgeSource'>,
  job: SourceJob,
  dueAt: Date,
): Promise<boolean> {
  const data = { claimId: null, dueAt, attempts: job.attempts - 1 };
  return (await prisma.knowledgeSource.updateMany({ where: whileClaimed(job), data })).count > 0;
}

/** The size of a bot's knowledge. */
export async function measureKnowledge({ prisma, sql }: PrismaTransaction, { tenantId, botId }: BotScope) {
  const scope = { tenantId, botId };
  return { passages: await prisma.knowledgeChunk.count({ where: scope }), tokens: await countTokens(sql, scope) };
}

/** Marks a source as read, and deletes its content. False when its claim is lost. */
export async function finishSource(prisma: Rows, job: SourceJob, chunks: readonly Chunk[]): Promise<boolean> {
  const data = {
    status: 'ready',
    content: null,
    claimId: null,
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
    words: [...new Set(chunks.flatMap(({ title, text }) => wordsOf(`${title ?? ''} ${text}`)))],
  };
  return (await prisma.knowledgeSource.updateMany({ where: whileClaimed(job), data })).count > 0;
}

/** Inserts the passages of a source. */
export async function insertPassages(
  prisma: Rows,
  { id: sourceId, tenantId, botId }: SourceJob,
  chunks: readonly Chunk[],
): Promise<void> {
  const rows = chunks.map(({ title, text, tokens }, position) => ({
    tenantId,
    botId,
    sourceId,
    position,
    title,
    text,
    tokens,
    foldedTitle: indexText(title ?? ''),
    folded: indexText(text),
  }));
  for (let from = 0; from < rows.length; from += CHUNKS_AT_ONCE)
    await prisma.knowledgeChunk.createMany({ data: rows.slice(from, from + CHUNKS_AT_ONCE) });
}
