import type { BotsService } from '../service.ts';
import { lockBot } from '../settings/bot.store.ts';
import { type BotScope, countTokens, findBestPassages, listPassages, listWords } from './knowledge.store.ts';
import type { Chunk, Passage } from './passage.rules.ts';
import { failSource, finishSource, insertPassages, measureKnowledge, type SourceJob } from './reading.store.ts';
import { formsOf, readQuery } from './search.rules.ts';
import { refuseChunks } from './source.rules.ts';

/** Up to this size, all of a bot's knowledge is in its prompt. */
const PROMPT_TOKENS = 6000;

const headOf = ({ source, title }: Passage): string => `## ${title === null ? source : `${source}: ${title}`}`;

/** All of a bot's knowledge for its prompt, empty where it has none; null where it is too long. */
export async function loadAllKnowledge({ database }: BotsService, scope: BotScope): Promise<string | null> {
  const tokens = await countTokens(database, scope);
  if (tokens === 0) return '';
  if (tokens > PROMPT_TOKENS) return null;
  const passages = await listPassages(database, scope, PROMPT_TOKENS);
  return passages.map((passage) => `${headOf(passage)}\n${passage.text}`).join('\n\n');
}

const PASSAGES_MAX = 6;

/** At most six passages that match the queries best, best first (docs/reference/bots.md#search). */
export async function searchKnowledge(
  { database }: BotsService,
  scope: BotScope,
  queries: readonly string[],
): Promise<Passage[]> {
  const terms = readQuery(queries);
  if (terms.length === 0) return [];
  const forms = formsOf(terms, await listWords(database.prisma, scope));
  return findBestPassages(database, scope, forms, PASSAGES_MAX);
}

/**
 * Stores the passages of a source, or marks it as failed when its bot would have too many. False when another worker
 * has the source by now, or it is gone.
 */
export const storePassages = ({ database }: BotsService, job: SourceJob, chunks: readonly Chunk[]): Promise<boolean> =>
  database.prismaTransaction(async (transaction) => {
    const { prisma, sql } = transaction;
    if (!(await lockBot(sql, job.tenantId, job.botId))) return false;
    const refusal = refuseChunks(chunks, await measureKnowledge(transaction, job));
    if (refusal !== null) return failSource(prisma, job, refusal);
    if (!(await finishSource(prisma, job, chunks))) return false;
    await insertPassages(prisma, job, chunks);
    return true;
  });
