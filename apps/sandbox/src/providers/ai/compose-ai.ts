import type { FastifyInstance } from 'fastify';
import { anthropicRoutes } from '../anthropic/wire/messages-api.ts';
import { googleRoutes } from '../google/wire/generate-content-api.ts';
import { openaiRoutes } from '../openai/wire/openai-routes.ts';
import { aiPage, aiRoutes } from './control/ai-routes.ts';
import { makeAiState } from './state/ai-state.ts';

/** The providers of language models: three wire formats over one scripted model. */
export function composeAi(app: FastifyInstance, now: () => number): { reset(): void } {
  const ai = makeAiState();
  const deps = { ai, now };
  openaiRoutes(app, deps);
  anthropicRoutes(app, deps);
  googleRoutes(app, deps);
  aiRoutes(app, deps);
  aiPage(app, deps);
  return { reset: ai.reset };
}
