import type { Passage } from '../domain/passage.ts';
import { readQuery } from '../domain/read-query.ts';
import { formsOf } from '../domain/searched-forms.ts';
import type { BotsService } from '../service.ts';
import { type BotScope, listWords } from '../storage/knowledge-store.ts';
import { findBestPassages } from '../storage/search-store.ts';

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
