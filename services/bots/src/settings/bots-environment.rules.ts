import { AI_PROVIDERS, type AiProvider } from '@parley/common/ai-providers';
import type { AiAccount } from '@parley/providers/ai/ai-port';
import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Environment } from '@parley/runtime/environment';

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
