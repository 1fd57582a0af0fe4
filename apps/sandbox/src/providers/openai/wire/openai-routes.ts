import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AskedPrompt } from '../../ai/state/asked.ts';
import { type AiApi, type AiDeps, aiRoute } from '../../ai/wire/ai-route.ts';
import { chatApi } from './chat-api.ts';
import { OPENAI } from './openai-api.ts';
import { responsesApi } from './responses-api.ts';

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

/** The form, as the multipart parser returns it. */
const Form = z.object({
  model: z.string().min(1),
  file: z.object({ name: z.string(), mediaType: z.string(), bytes: z.instanceof(Buffer) }),
});

function read(body: unknown): AskedPrompt | null {
  const { data } = Form.safeParse(body);
  if (!data) return null;
  // A file is a recording whatever its type, because OpenAI checks the name.
  const file = { mediaType: `audio/${data.file.name.split('.').at(-1)}`, bytes: data.file.bytes };
  return {
    model: data.model,
    messages: [{ role: 'user', text: '', files: [file], calls: [] }],
    tools: [],
    maxOutputTokens: null,
  };
}

/** POST /v1/audio/transcriptions. */
const transcriptionsApi = (): AiApi => ({
  ...OPENAI,
  api: 'transcriptions',
  read: (request) => read(request.body),
  write: ({ text, special }) => ({ status: 200, body: { text: special === null ? text : '' } }),
});
