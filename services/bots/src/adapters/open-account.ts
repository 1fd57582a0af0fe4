import type { AiProvider } from '@parley/common/ai-providers';
import type { AiAccount, Generate, Transcribe } from '@parley/providers/ai/ai-port';
import type { StoredKey } from '../storage/key-store.ts';
import type { MakeReplyDeps } from '../use-cases/make-reply.ts';

interface Ways {
  generate: Generate;
  transcribe: Transcribe;
}

export interface OpenAccountDeps {
  findKey(tenantId: number, provider: AiProvider): Promise<StoredKey | null>;
  openKey(key: StoredKey): string;
  /** The deployment's own keys; null where it offers none. */
  platformAccount(provider: AiProvider): AiAccount | null;
  /** Connections under the egress rules: the tenant chooses the address of its own key. */
  own: Ways;
  platform: Ways;
}

/**
 * Opens the one key that a bot may use: the tenant's or the deployment's, without a fallback to the other
 * (docs/reference/bot-replies.md#a-reply).
 */
export const makeOpenAccount =
  (deps: OpenAccountDeps): MakeReplyDeps['openAccount'] =>
  async ({ tenantId, provider, keyMode }) => {
    if (keyMode === 'platform') {
      const account = deps.platformAccount(provider);
      return account && { ...account, ...deps.platform, stored: null };
    }
    const stored = await deps.findKey(tenantId, provider);
    return stored && { provider, apiKey: deps.openKey(stored), baseUrl: stored.baseUrl, ...deps.own, stored };
  };
