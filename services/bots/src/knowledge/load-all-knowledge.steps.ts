import type { BotsService } from '../service.ts';
import { type BotScope, countTokens, listPassages } from './knowledge.store.ts';
import type { Passage } from './passage.rules.ts';

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
