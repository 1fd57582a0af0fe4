import { z } from 'zod';
import type { AskedPrompt } from '../../ai/state/asked.ts';
import type { AiApi } from '../../ai/wire/ai-route.ts';
import { OPENAI } from './openai-api.ts';

/** The form, as the multipart parser returns it. */
const Form = z.object({
  model: z.string().min(1),
  file: z.object({ name: z.string(), mediaType: z.string(), bytes: z.instanceof(Buffer) }),
});

function read(body: unknown): AskedPrompt | null {
  const { data } = Form.safeParse(body);
  if (!data) return null;
  // A file is a recording whatever its type says: OpenAI looks at the name.
  const file = { mediaType: `audio/${data.file.name.split('.').at(-1)}`, bytes: data.file.bytes };
  return {
    model: data.model,
    messages: [{ role: 'user', text: '', files: [file], calls: [] }],
    tools: [],
    maxOutputTokens: null,
  };
}

/** POST /v1/audio/transcriptions. */
export const transcriptionsApi = (): AiApi => ({
  ...OPENAI,
  api: 'transcriptions',
  read: (request) => read(request.body),
  write: ({ text, special }) => ({ status: 200, body: { text: special === null ? text : '' } }),
});
