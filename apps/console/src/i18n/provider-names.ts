import type { AiProvider } from '@parley/common/ai-providers';

/** The AI providers; their names are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<AiProvider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};
