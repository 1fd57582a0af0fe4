import { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { wordsOf } from '@parley/common/words-of';
import { oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Chunk } from '../domain/chunk-knowledge.ts';
import { indexText } from '../domain/words-of-text.ts';
import { lockBot } from './bot-store.ts';
import { type BotScope, countTokens } from './knowledge-store.ts';

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

const findDueSource = defineStatement({
  name: 'bots.find-due-source',
  text: `SELECT due_at FROM knowledge_sources WHERE status = 'processing' ORDER BY due_at LIMIT 1`,
  params: {},
  row: { dueAt: 'timestamptz' },
});

/** When the next source is due or a worker's lease expires; null: all are read. */
export const findDueSourceAt = async (sql: Sql): Promise<Date | null> =>
  (await findDueSource.first(sql, {}))?.dueAt ?? null;

/** Rows per INSERT. */
const CHUNKS_AT_ONCE = 500;

type Decide = (held: { passages: number; tokens: number }) => string | null;

/** Sources as jobs; a worker's claim fences its writes. */
export function makeReadingStore(database: Pick<PrismaDatabase, 'query' | 'prisma' | 'prismaTransaction'>) {
  const fail = async (prisma: Pick<PrismaDatabase['prisma'], 'knowledgeSource'>, job: SourceJob, error: string) => {
    const where = { id: job.id, claimId: job.claimId, status: 'processing' };
    const data = { status: 'failed', error, content: null, claimId: null };
    return (await prisma.knowledgeSource.updateMany({ where, data })).count > 0;
  };
  return {
    claim: (given: { claimId: string; now: Date; until: Date }): Promise<SourceJob | null> =>
      claimSource.first(database, given),

    fail: (job: SourceJob, error: string): Promise<boolean> => fail(database.prisma, job, error),

    /**
     * Stores the passages unless `refuse` returns a reason. False when another worker has the source by now, or it is
     * gone.
     */
    finish: (job: SourceJob, chunks: readonly Chunk[], refuse: Decide): Promise<boolean> =>
      database.prismaTransaction(async ({ prisma, sql }) => {
        const scope = { tenantId: job.tenantId, botId: job.botId };
        if (!(await lockBot(sql, job.tenantId, job.botId))) return false;
        const passages = await prisma.knowledgeChunk.count({ where: scope });
        const held = { passages, tokens: await countTokens(sql, scope) };
        const refusal = refuse(held);
        if (refusal !== null) return fail(prisma, job, refusal);
        const rows = chunks.map(({ title, text, tokens }, position) => ({
          ...scope,
          sourceId: job.id,
          position,
          title,
          text,
          tokens,
          foldedTitle: indexText(title ?? ''),
          folded: indexText(text),
        }));
        const { count } = await prisma.knowledgeSource.updateMany({
          where: { id: job.id, claimId: job.claimId, status: 'processing' },
          data: {
            status: 'ready',
            content: null,
            claimId: null,
            tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
            words: [...new Set(chunks.flatMap(({ title, text }) => wordsOf(`${title ?? ''} ${text}`)))],
          },
        });
        if (count === 0) return false;
        for (let from = 0; from < rows.length; from += CHUNKS_AT_ONCE)
          await prisma.knowledgeChunk.createMany({ data: rows.slice(from, from + CHUNKS_AT_ONCE) });
        return true;
      }),
  };
}
