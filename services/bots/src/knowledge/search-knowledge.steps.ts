import type { BotsService } from '../service.ts';
import { type BotScope, listWords } from './knowledge.store.ts';
import type { Passage } from './passage.rules.ts';
import { readQuery } from './read-query.rules.ts';
import { findBestPassages } from './search.store.ts';
import { formsOf } from './searched-forms.rules.ts';

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
