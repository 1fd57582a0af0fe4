import { AI_PROVIDERS, type AiProvider } from '@parley/common/ai-providers';
import type { Camel } from '@parley/common/casing/camel';
import type { AiKeyView } from '@parley/common/contracts/operator/ai-keys';
import type { AiErrorKind } from '@parley/providers/ai/ai-error';
import type { AiAccount } from '@parley/providers/ai/ai-port';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Environment } from '@parley/runtime/environment';
import type { z } from 'zod';

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

type KeyStatus = 'untested' | 'works' | 'refused' | 'out_of_money';

const ABOUT_THE_KEY: Partial<Record<AiErrorKind, KeyStatus>> = {
  refused_key: 'refused',
  out_of_money: 'out_of_money',
  // The provider accepted the key and answered, even without anything usable.
  refusal: 'works',
  empty: 'works',
};

/** Result of testing a key. */
export interface KeyVerdict {
  /** Null: the result does not concern the key. */
  status: KeyStatus | null;
  /** The reason why the provider did not answer. */
  problem: string | null;
}

/** `failure`: the error of the call, or null. */
export function judgeTest(failure: AiErrorKind | null): KeyVerdict {
  if (failure === null) return { status: 'works', problem: null };
  const status = ABOUT_THE_KEY[failure] ?? null;
  return { status, problem: status === 'works' ? null : failure };
}

type PlatformEnvironment = Pick<
  Environment,
  | 'PARLEY_AI_OPENAI_KEY'
  | 'PARLEY_AI_ANTHROPIC_KEY'
  | 'PARLEY_AI_GOOGLE_KEY'
  | 'PARLEY_AI_OPENAI_URL'
  | 'PARLEY_AI_ANTHROPIC_URL'
  | 'PARLEY_AI_GOOGLE_URL'
>;

/** The variables that this service reads. */
export type BotsEnvironment = Pick<
  Environment,
  | 'PARLEY_AI_PRICES'
  | 'PARLEY_BOT_PRICE'
  | 'PARLEY_PORT'
  | 'PARLEY_PRICES'
  | 'PARLEY_PUBLIC_URL'
  | 'PARLEY_RETENTION_DAYS'
> &
  PlatformEnvironment &
  EgressEnvironment;

/** The deployment's account at a provider; null where it has no key. */
export function platformAccountOf(environment: PlatformEnvironment, provider: AiProvider): AiAccount | null {
  const [apiKey, baseUrl = null] = {
    openai: [environment.PARLEY_AI_OPENAI_KEY, environment.PARLEY_AI_OPENAI_URL],
    anthropic: [environment.PARLEY_AI_ANTHROPIC_KEY, environment.PARLEY_AI_ANTHROPIC_URL],
    google: [environment.PARLEY_AI_GOOGLE_KEY, environment.PARLEY_AI_GOOGLE_URL],
  }[provider];
  return apiKey === undefined ? null : { provider, apiKey, baseUrl };
}

/** The providers of which the deployment offers a key to bots. */
export const platformProvidersOf = (environment: PlatformEnvironment): AiProvider[] =>
  AI_PROVIDERS.filter((provider) => platformAccountOf(environment, provider) !== null);
