import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AiDeps, aiRoute } from '../../ai/wire/ai-route.ts';
import { chatApi } from './chat-api.ts';
import { responsesApi } from './responses-api.ts';
import { transcriptionsApi } from './transcriptions-api.ts';

async function parseForm(request: FastifyRequest, body: string | Buffer) {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(Buffer.from(body)), { headers }).formData();
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      return [
        name,
        { name: value.name, mediaType: value.type, bytes: Buffer.from(await value.arrayBuffer()) },
      ] as const;
    }),
  );
  return Object.fromEntries(fields);
}

/** OpenAI's API, below /v1. */
export function openaiRoutes(app: FastifyInstance, deps: AiDeps): void {
  aiRoute(app, '/v1/responses', responsesApi(deps.now), deps);
  aiRoute(app, '/v1/chat/completions', chatApi(deps.now), deps);
  app.register(async (forms) => {
    forms.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, parseForm);
    aiRoute(forms, '/v1/audio/transcriptions', transcriptionsApi(), deps);
  });
}
