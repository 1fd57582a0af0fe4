import type { AiProvider } from '@parley/common/ai-providers';
import type { Camel } from '@parley/common/casing/camel';
import type { AiKeyView, listAiKeys, setAiKey } from '@parley/common/contracts/operator/ai-keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { AiAccount } from '@parley/providers/ai/ai-port';
import type { z } from 'zod';
import type { KeyVerdict } from '../domain/judge-test.ts';
import type { StoredKey } from '../storage/key-store.ts';

export interface ManageKeysDeps {
  saveKey(key: StoredKey): Promise<StoredKey>;
  listKeys(tenantId: number): Promise<StoredKey[]>;
  /** Deletes the key and stops the bots that use it, in one transaction; false when there is none. */
  deleteKey(tenantId: number, provider: AiProvider, at: Date): Promise<boolean>;
  /** Why the egress rules forbid the address, or null. */
  refuseUrl(url: string, tenantId: number): Promise<string | null>;
  /** Asks a model for one word with the key. */
  askWithKey(account: AiAccount): Promise<KeyVerdict>;
  seal(apiKey: string, owner: Pick<StoredKey, 'tenantId' | 'provider'>): string;
  /** Providers that bots with key_mode platform may use. */
  platform: { providers: AiProvider[]; price: number };
  now(): Date;
}

const SHOWN = 4;
const NOT_ASKED: KeyVerdict = { status: null, problem: null };
const REFUSED = 'api_key is refused by the provider: check that it is whole, active, and a key of this provider.';

/** A key as the operator API shows it, without the secret. */
export const toKeyView = ({
  provider,
  baseUrl,
  last4,
  status,
  testedAt,
}: StoredKey): Camel<z.infer<typeof AiKeyView>> => ({
  provider,
  baseUrl,
  last4,
  status,
  testedAt: testedAt?.toISOString() ?? null,
});

/** A tenant's own keys of AI providers (docs/reference/bots.md#keys). */
export function makeManageKeys(deps: ManageKeysDeps) {
  return {
    /** Errors: invalid_base_url, and invalid_api_key if it is tested first. */
    async set(
      tenantId: number,
      { provider, apiKey, baseUrl = null, test = false }: Omit<InputOf<typeof setAiKey>, 'slug'>,
    ): Promise<OutputOf<typeof setAiKey>> {
      const refusal = baseUrl === null ? null : await deps.refuseUrl(baseUrl, tenantId);
      if (refusal !== null) throw invalidField('base_url', `base_url ${refusal}.`);
      const { status, problem } = test ? await deps.askWithKey({ provider, apiKey, baseUrl }) : NOT_ASKED;
      if (status === 'refused') throw invalidField('api_key', REFUSED);
      const now = deps.now();
      const saved = await deps.saveKey({
        tenantId,
        provider,
        apiKey: deps.seal(apiKey, { tenantId, provider }),
        baseUrl,
        last4: apiKey.slice(-SHOWN),
        status: status ?? 'untested',
        testedAt: status === null ? null : now,
        updatedAt: now,
      });
      return { ...toKeyView(saved), problem };
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
