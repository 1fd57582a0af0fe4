import type { AiApi } from '../../ai/wire/ai-route.ts';
import { readBearer } from '../../ai/wire/read-bearer.ts';
import { badOpenaiKey, badOpenaiRequest, refuseOpenai } from './openai-error.ts';

/** Common to all of OpenAI's APIs: the key, and the refusals. */
export const OPENAI = {
  provider: 'openai',
  keyOf: readBearer,
  refuse: refuseOpenai,
  badKey: badOpenaiKey,
  badRequest: badOpenaiRequest,
} as const satisfies Partial<AiApi>;
