import { KnowledgeKind } from '@parley/common/contracts/operator/bot-knowledge';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { z } from 'zod';
import type { KnowledgeSource, NewSource } from '../domain/knowledge-source.ts';

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

/** The sources of a bot, in the order of their making. */
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

/** With its passages. False where there was none. */
export const deleteSource = async (prisma: Sources, scope: BotScope, id: number): Promise<boolean> =>
  (await prisma.knowledgeSource.deleteMany({ where: { ...scope, id } })).count > 0;

/** Every word that stands in a bot's knowledge. */
export async function listWords(prisma: Sources, scope: BotScope): Promise<Set<string>> {
  const sources = await prisma.knowledgeSource.findMany({
    where: { ...scope, status: 'ready' },
    select: { words: true },
  });
  return new Set(sources.flatMap(({ words }) => words));
}

/** How many tokens a bot's knowledge has. */
export async function countTokens(prisma: Sources, scope: BotScope): Promise<number> {
  const sources = await prisma.knowledgeSource.findMany({
    where: { ...scope, status: 'ready' },
    select: { tokens: true },
  });
  return sources.reduce((sum, { tokens }) => sum + tokens, 0);
}

export interface Passage {
  source: string;
  title: string | null;
  text: string;
}

/** All of a bot's passages in their order, where they are few. */
export async function listPassages(
  prisma: Pick<Prisma, 'knowledgeChunk'>,
  scope: BotScope,
  count: number,
): Promise<Passage[]> {
  const rows = await prisma.knowledgeChunk.findMany({
    where: scope,
    select: { title: true, text: true, source: { select: { title: true } } },
    orderBy: [{ sourceId: 'asc' }, { position: 'asc' }],
    take: count,
  });
  return rows.map(({ source, ...passage }) => ({ ...passage, source: source.title }));
}
