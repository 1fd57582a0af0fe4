import type { AiProvider } from '@parley/common/ai-providers';
import type { AiKeyView, listAiKeys, setAiKey } from '@parley/common/contracts/operator/ai-keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { z } from 'zod';
import type { NewKey, StoredKey } from '../storage/key-store.ts';

export interface ManageKeysDeps {
  saveKey(key: NewKey): Promise<StoredKey>;
  listKeys(tenantId: number): Promise<StoredKey[]>;
  /** The key, and whatever ran on it stops, in one transaction; false when there is none. */
  deleteKey(tenantId: number, provider: AiProvider, at: Date): Promise<boolean>;
  /** Null when the egress rules allow the address; otherwise what it must be. */
  refuseUrl(url: string, tenantId: number): Promise<string | null>;
  seal(apiKey: string, owner: Pick<StoredKey, 'tenantId' | 'provider'>): string;
  /** What bots with key_mode platform may run on. */
  platform: { providers: AiProvider[]; price: number };
  now(): Date;
}

const SHOWN = 4;

/** A key as the operator API shows it: never the key. */
export const toKeyView = ({ provider, baseUrl, last4, status, testedAt }: StoredKey): z.infer<typeof AiKeyView> => ({
  provider,
  base_url: baseUrl,
  last4,
  status,
  tested_at: testedAt?.toISOString() ?? null,
});

/** A tenant's own keys of AI providers (docs/reference/bots.md#keys). */
export function makeManageKeys(deps: ManageKeysDeps) {
  return {
    /** Errors: invalid_base_url. */
    async set(
      tenantId: number,
      { provider, api_key, base_url = null }: Omit<InputOf<typeof setAiKey>, 'slug'>,
    ): Promise<OutputOf<typeof setAiKey>> {
      const problem = base_url === null ? null : await deps.refuseUrl(base_url, tenantId);
      if (problem !== null) throw invalidField('base_url', `base_url ${problem}.`);
      const saved = await deps.saveKey({
        tenantId,
        provider,
        apiKey: deps.seal(api_key, { tenantId, provider }),
        baseUrl: base_url,
        last4: api_key.slice(-SHOWN),
        updatedAt: deps.now(),
      });
      return toKeyView(saved);
    },

    async list(tenantId: number): Promise<OutputOf<typeof listAiKeys>> {
      return { items: (await deps.listKeys(tenantId)).map(toKeyView), platform: deps.platform };
    },

    /** Errors: unknown_ai_key. */
    async remove(tenantId: number, provider: AiProvider): Promise<{ deleted: true }> {
      if (!(await deps.deleteKey(tenantId, provider, deps.now()))) throw new AppError('unknown_ai_key');
      return { deleted: true };
    },
  };
}
