import type { AiProvider } from '@parley/common/ai-providers';
import type { Camel } from '@parley/common/casing/camel';
import type { AiKeyView } from '@parley/common/contracts/operator/ai-keys';
import type { z } from 'zod';
import type { KeyStatus } from './judge-test.rules.ts';

/** A tenant's key; the key itself is encrypted. */
export interface StoredKey {
  tenantId: number;
  provider: AiProvider;
  apiKey: string;
  baseUrl: string | null;
  last4: string;
  status: KeyStatus;
  testedAt: Date | null;
  updatedAt: Date;
}

/** The purpose under which a key is encrypted: it can be read only as this tenant's key of this provider. */
export const keyPurpose = ({ tenantId, provider }: Pick<StoredKey, 'tenantId' | 'provider'>): string =>
  `ai_keys.api_key:${tenantId}:${provider}`;

/** A key as the operator API shows it, without the secret. */
export const toKeyView = (key: StoredKey): Camel<z.infer<typeof AiKeyView>> => ({
  provider: key.provider,
  baseUrl: key.baseUrl,
  last4: key.last4,
  status: key.status,
  testedAt: key.testedAt?.toISOString() ?? null,
});
