import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AskedMessage, AskedPrompt } from '../../ai/state/asked.ts';
import type { AiApi, SpokenAnswer } from '../../ai/wire/ai-route.ts';
import { readDataUrl } from '../../ai/wire/read-data-url.ts';
import { OPENAI } from './openai-api.ts';

const Part = z.object({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.object({ url: z.string() }).optional(),
});
const Content = z.union([
  z.string().transform((text): z.output<typeof Part>[] => [{ type: 'text', text }]),
  z.array(Part),
  z.null().transform((): z.output<typeof Part>[] => []),
]);
const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Content,
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .optional(),
  tool_call_id: z.string().optional(),
});
const Body = z.object({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })).optional(),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
});

function readMessage({ role, content, tool_calls = [] }: z.output<typeof Message>): AskedMessage {
  return {
    role: role === 'developer' ? 'system' : role,
    text: content.map(({ text }) => text ?? '').join(''),
    files: content.flatMap(({ image_url }) => (image_url === undefined ? [] : (readDataUrl(image_url.url) ?? []))),
    calls: tool_calls.map((call) => call.function.name),
  };
}

/** Whether each result belongs to an earlier call. */
function answersItsCalls(messages: readonly z.output<typeof Message>[]): boolean {
  const asked = new Set<string>();
  return messages.every(({ role, tool_calls = [], tool_call_id = '' }) => {
    for (const call of tool_calls) asked.add(call.id);
    return role !== 'tool' || asked.has(tool_call_id);
  });
}

function read(body: unknown): AskedPrompt | null {
  const { data } = Body.safeParse(body);
  if (!data || !answersItsCalls(data.messages)) return null;
  return {
    model: data.model,
    messages: data.messages.map(readMessage),
    tools: (data.tools ?? []).map((tool) => tool.function.name),
    maxOutputTokens: data.max_completion_tokens ?? data.max_tokens ?? null,
  };
}

function messageOf({ text, call, special, brokenArguments }: SpokenAnswer) {
  const said = { role: 'assistant', content: null, refusal: null, annotations: [] };
  if (special === 'empty') return { ...said, content: '' };
  if (special === 'refusal') return { ...said, refusal: 'I cannot help with that.' };
  if (!call) return { ...said, content: text };
  const given = brokenArguments ? '{"broken": ' : JSON.stringify(call.arguments);
  const callId = `call_${randomBytes(12).toString('hex')}`;
  return { ...said, tool_calls: [{ id: callId, type: 'function', function: { name: call.name, arguments: given } }] };
}

function write(answer: SpokenAnswer, { model }: AskedPrompt, now: () => number) {
  const { input, cached, output, reasoning } = answer.tokens;
  return {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    object: 'chat.completion',
    created: Math.floor(now() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: messageOf(answer),
        logprobs: null,
        finish_reason: answer.call && answer.special === null ? 'tool_calls' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
    },
    service_tier: 'default',
  };
}

/** POST /v1/chat/completions. */
export const chatApi = (now: () => number): AiApi => ({
  ...OPENAI,
  api: 'chat_completions',
  read: (request) => read(request.body),
  write: (answer, prompt) => ({ status: 200, body: write(answer, prompt, now) }),
});
