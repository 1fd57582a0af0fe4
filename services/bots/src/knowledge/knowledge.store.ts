import { at } from '@parley/common/at';
import { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import { asInt, type Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import type { Passage } from './passage.rules.ts';
import type { SearchedForm } from './search.rules.ts';
import type { KnowledgeSource, NewSource } from './source.rules.ts';

type Prisma = PrismaDatabase['prisma'];

/** A bot of a tenant. */
export interface BotScope {
  tenantId: number;
  botId: number;
}

const Status = z.enum(['processing', 'ready', 'failed']);

const COLUMNS = {
  id: true,
  kind: true,
  title: true,
  status: true,
  error: true,
  bytes: true,
  tokens: true,
  createdAt: true,
} as const;

type Row = Omit<KnowledgeSource, 'kind' | 'status'> & { kind: string; status: string };

const toSource = ({ kind, status, ...row }: Row): KnowledgeSource => ({
  ...row,
  kind: KnowledgeKind.parse(kind),
  status: Status.parse(status),
});

export const hasBot = async (prisma: Pick<Prisma, 'bot'>, { tenantId, botId: id }: BotScope): Promise<boolean> =>
  (await prisma.bot.findFirst({ where: { tenantId, id, deletedAt: null }, select: { id: true } })) !== null;

type Sources = Pick<Prisma, 'knowledgeSource'>;

export const countSources = (prisma: Sources, scope: BotScope): Promise<number> =>
  prisma.knowledgeSource.count({ where: scope });

export async function insertSource(
  prisma: Sources,
  scope: BotScope,
  { content, ...source }: NewSource,
  now: Date,
): Promise<KnowledgeSource> {
  const data = {
    ...scope,
    ...source,
    content: new Uint8Array(content),
    bytes: content.length,
    words: [],
    dueAt: now,
    createdAt: now,
  };
  return toSource(await prisma.knowledgeSource.create({ data, select: COLUMNS }));
}

/** The sources of a bot, in the order of creation. */
export async function listSourcesAfter(
  prisma: Sources,
  scope: BotScope,
  id: number,
  count: number,
): Promise<KnowledgeSource[]> {
  const where = { ...scope, id: { gt: id } };
  const rows = await prisma.knowledgeSource.findMany({ where, select: COLUMNS, orderBy: { id: 'asc' }, take: count });
  return rows.map(toSource);
}

export async function findSource(prisma: Sources, scope: BotScope, id: number): Promise<KnowledgeSource | null> {
  const row = await prisma.knowledgeSource.findFirst({ where: { ...scope, id }, select: COLUMNS });
  return row && toSource(row);
}

/** Deletes a source and its passages. False where there was none. */
export const deleteSource = async (prisma: Sources, scope: BotScope, id: number): Promise<boolean> =>
  (await prisma.knowledgeSource.deleteMany({ where: { ...scope, id } })).count > 0;

/** All words of a bot's knowledge. */
export async function listWords(prisma: Sources, scope: BotScope): Promise<Set<string>> {
  const sources = await prisma.knowledgeSource.findMany({
    where: { ...scope, status: 'ready' },
    select: { words: true },
  });
  return new Set(sources.flatMap(({ words }) => words));
}

const sumTokens = defineStatement({
  name: 'bots.sum-knowledge-tokens',
  plan: 'index',
  text: `SELECT coalesce(sum(s.tokens), 0)::int8 AS tokens FROM knowledge_sources s
          WHERE s.tenant_id = $1 AND s.bot_id = $2 AND s.status = 'ready'`,
  params: { tenantId: 'int4', botId: 'int4' },
  row: { tokens: 'int8!' },
});

/** The number of tokens of a bot's knowledge. Runs in every turn. */
export const countTokens = async (sql: Sql, scope: BotScope): Promise<number> =>
  asInt(at(await sumTokens.all(sql, scope), 0).tokens);

const findPassages = defineStatement({
  name: 'bots.list-passages',
  plan: 'index',
  text: `SELECT s.title AS source, c.title, c.text
           FROM knowledge_chunks c JOIN knowledge_sources s ON s.id = c.source_id AND s.tenant_id = c.tenant_id
          WHERE c.tenant_id = $1 AND c.bot_id = $2 ORDER BY c.source_id, c.position LIMIT $3::int4`,
  params: { tenantId: 'int4', botId: 'int4', count: 'int4' },
  row: { source: 'text', title: 'text?', text: 'text' },
});

/** A bot's passages in their order, up to `count`. */
export const listPassages = (sql: Sql, scope: BotScope, count: number): Promise<Passage[]> =>
  findPassages.all(sql, { ...scope, count });

/**
 * Each term ranks its passages (`ts_rank_cd`, at most 1, a word of the title has four times the weight). Rare terms
 * weigh more: a word of every other passage says nothing.
 */
const findBest = defineStatement({
  name: 'bots.find-passages',
  plan: 'index',
  text: `WITH forms AS (
           SELECT term, weight, plainto_tsquery('simple', form) || plainto_tsquery('english', form) || plainto_tsquery('arabic', form) AS query
             FROM unnest($3::int4[], $4::text[], $5::float8[]) AS given (term, form, weight)),
         found AS (
           SELECT f.term, c.id, max(f.weight * ts_rank_cd('{0.25, 0.25, 0.25, 1}', c.search, f.query, 32)) AS rank
             FROM forms f JOIN knowledge_chunks c ON c.search @@ f.query
            WHERE c.tenant_id = $1 AND c.bot_id = $2
            GROUP BY f.term, c.id),
         rare AS (
           SELECT term, ln(1 + (SELECT count(*) FROM knowledge_chunks WHERE tenant_id = $1 AND bot_id = $2) / count(*)::float8) AS worth
             FROM found GROUP BY term),
         best AS (
           SELECT found.id, sum(found.rank * rare.worth) AS score
             FROM found JOIN rare USING (term) GROUP BY found.id ORDER BY score DESC, found.id LIMIT $6::int4)
         SELECT c.text, s.title AS source, c.title
           FROM best JOIN knowledge_chunks c ON c.id = best.id JOIN knowledge_sources s ON s.id = c.source_id
          ORDER BY best.score DESC, c.id`,
  params: {
    tenantId: 'int4',
    botId: 'int4',
    terms: 'int4[]',
    forms: 'text[]',
    weights: 'float8[]',
    count: 'int4',
  },
  row: { text: 'text', source: 'text', title: 'text?' },
});

/** The best matching passages of a bot, best first. */
export const findBestPassages = (
  sql: Sql,
  scope: BotScope,
  forms: readonly SearchedForm[],
  count: number,
): Promise<Passage[]> =>
  findBest.all(sql, {
    ...scope,
    terms: forms.map(({ term }) => term),
    forms: forms.map(({ form }) => form),
    weights: forms.map(({ weight }) => weight),
    count,
  });
