import type { AiProvider } from '@parley/common/ai-providers';
import { AiError } from '@parley/providers/ai/ai-error';
import type { AiAccount } from '@parley/providers/ai/ai-port';
import type { BotsService } from '../service.ts';
import { judgeTest, type KeyVerdict } from './key.rules.ts';

const SMALL_MODELS: Readonly<Record<AiProvider, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
};
/** Enough for a model that reasons before its one word. */
const MAX_OUTPUT_TOKENS = 200;
const TIMEOUT_MS = 30_000;

/** Asks a model for one word with a tenant's key, stored or not, and judges the key by the answer. */
export async function askWithKey(
  { models }: BotsService,
  account: AiAccount,
  model = SMALL_MODELS[account.provider],
): Promise<KeyVerdict> {
  try {
    await models.own.generate({
      ...account,
      model,
      system: 'Answer with one word.',
      messages: [{ role: 'customer', parts: [{ type: 'text', text: 'Say: ready' }] }],
      tools: [],
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      timeoutMs: TIMEOUT_MS,
    });
    return judgeTest(null);
  } catch (error) {
    if (error instanceof AiError) return judgeTest(error.kind);
    throw error;
  }
}
