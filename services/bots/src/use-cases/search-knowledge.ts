import { readQuery } from '../domain/read-query.ts';
import { formsOf, type SearchedForm } from '../domain/searched-forms.ts';
import type { BotScope, Passage } from '../storage/knowledge-store.ts';
import type { FoundPassage } from '../storage/search-store.ts';

export interface SearchKnowledgeDeps {
  listWords(scope: BotScope): Promise<Set<string>>;
  findBestPassages(scope: BotScope, forms: readonly SearchedForm[], count: number): Promise<FoundPassage[]>;
}

const PASSAGES_MAX = 6;
/** Up to this size, all of a bot's knowledge is in its prompt. */
const PROMPT_TOKENS = 6000;

/** At most six passages that match the queries best, best first (docs/reference/bots.md#search). */
export function makeSearchKnowledge(deps: SearchKnowledgeDeps) {
  return async ({ queries, ...scope }: BotScope & { queries: readonly string[] }): Promise<FoundPassage[]> => {
    const terms = readQuery(queries);
    if (terms.length === 0) return [];
    return deps.findBestPassages(scope, formsOf(terms, await deps.listWords(scope)), PASSAGES_MAX);
  };
}

export interface LoadAllKnowledgeDeps {
  countTokens(scope: BotScope): Promise<number>;
  listPassages(scope: BotScope, count: number): Promise<Passage[]>;
}

const headOf = ({ source, title }: Passage): string => `## ${title === null ? source : `${source}: ${title}`}`;

/** All of a bot's knowledge for its prompt, empty where it has none; null where it is too long. */
export function makeLoadAllKnowledge(deps: LoadAllKnowledgeDeps) {
  return async (tenantId: number, botId: number): Promise<string | null> => {
    const scope = { tenantId, botId };
    const tokens = await deps.countTokens(scope);
    if (tokens === 0) return '';
    if (tokens > PROMPT_TOKENS) return null;
    const passages = await deps.listPassages(scope, PROMPT_TOKENS);
    return passages.map((passage) => `${headOf(passage)}\n${passage.text}`).join('\n\n');
  };
}
