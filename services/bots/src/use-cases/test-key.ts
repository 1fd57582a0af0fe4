import type { AiProvider } from '@parley/common/ai-providers';
import type { testAiKey } from '@parley/common/contracts/operator/ai-keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { AiError, type AiErrorKind } from '@parley/providers/ai/ai-error';
import type { AiAccount, Generate } from '@parley/providers/ai/ai-port';
import { judgeTest, type KeyStatus, type KeyVerdict } from '../domain/judge-test.ts';
import type { StoredKey } from '../storage/key-store.ts';
import { toKeyView } from './manage-keys.ts';

export interface TestKeyDeps {
  findKey(tenantId: number, provider: AiProvider): Promise<StoredKey | null>;
  openKey(key: StoredKey): string;
  generate: Generate;
  /** False when the key was replaced meanwhile. */
  markKey(key: StoredKey, status: KeyStatus, at: Date): Promise<boolean>;
  now(): Date;
}

const SMALL_MODELS: Readonly<Record<AiProvider, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
};
/** Enough for a model that reasons before its one word. */
const MAX_OUTPUT_TOKENS = 200;
const TIMEOUT_MS = 30_000;

/** Asks a model for one word with a key, stored or not, and judges the key by the answer. */
export async function askWithKey(
  generate: Generate,
  account: AiAccount,
  model = SMALL_MODELS[account.provider],
): Promise<KeyVerdict> {
  async function ask(): Promise<AiErrorKind | null> {
    try {
      await generate({
        ...account,
        model,
        system: 'Answer with one word.',
        messages: [{ role: 'customer', parts: [{ type: 'text', text: 'Say: ready' }] }],
        tools: [],
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        timeoutMs: TIMEOUT_MS,
      });
      return null;
    } catch (error) {
      if (error instanceof AiError) return error.kind;
      throw error;
    }
  }
  return judgeTest(await ask());
}

/** Tests a tenant's key (docs/reference/bots.md#keys). Errors: unknown_ai_key. */
export function makeTestKey(deps: TestKeyDeps) {
  return async (
    tenantId: number,
    { provider, model }: Omit<InputOf<typeof testAiKey>, 'slug'>,
  ): Promise<OutputOf<typeof testAiKey>> => {
    const key = await deps.findKey(tenantId, provider);
    if (!key) throw new AppError('unknown_ai_key');
    const account = { provider, apiKey: deps.openKey(key), baseUrl: key.baseUrl };
    const { status, problem } = await askWithKey(deps.generate, account, model);
    if (status === null) return { ...toKeyView(key), problem };
    const testedAt = deps.now();
    const isMarked = await deps.markKey(key, status, testedAt);
    const known = isMarked ? { ...key, status, testedAt } : await deps.findKey(tenantId, provider);
    if (!known) throw new AppError('unknown_ai_key');
    return { ...toKeyView(known), problem };
  };
}
