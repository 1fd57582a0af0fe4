import { z } from 'zod';

/** The providers of language models (docs/adr/0006-ai-library.md). */
export const AI_PROVIDERS = ['openai', 'anthropic', 'google'] as const;
export const AiProvider = z.enum(AI_PROVIDERS);
export type AiProvider = z.infer<typeof AiProvider>;
