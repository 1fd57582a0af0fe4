import type { AiApi } from '../../ai/wire/ai-route.ts';
import { readBearer } from '../../ai/wire/read-bearer.ts';
import { badOpenaiKey, badOpenaiRequest, refuseOpenai } from './openai-error.ts';

/** What every API of OpenAI has in common: its key, and how it refuses. */
export const OPENAI = {
  provider: 'openai',
  keyOf: readBearer,
  refuse: refuseOpenai,
  badKey: badOpenaiKey,
  badRequest: badOpenaiRequest,
} as const satisfies Partial<AiApi>;
