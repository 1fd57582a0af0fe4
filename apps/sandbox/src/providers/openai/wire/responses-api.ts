import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AskedMessage, AskedPrompt, TokenCounts } from '../../ai/state/asked.ts';
import type { AiApi, SpokenAnswer } from '../../ai/wire/ai-route.ts';
import { readDataUrl } from '../../ai/wire/read-data-url.ts';
import { OPENAI } from './openai-api.ts';

const Content = z.union([
  z.string().transform((text) => [{ type: 'input_text', text, image_url: undefined }]),
  z.array(z.object({ type: z.string(), text: z.string().optional(), image_url: z.string().optional() })),
]);
const Item = z.union([
  z.object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
  z.object({ type: z.literal('reasoning'), encrypted_content: z.string() }),
  z.object({
    type: z.literal('message').optional(),
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: Content,
  }),
]);
const Body = z.object({
  model: z.string().min(1),
  input: z.array(Item).min(1),
  tools: z.array(z.object({ type: z.literal('function'), name: z.string() })).optional(),
  max_output_tokens: z.int().min(1).optional(),
});

const plain = (role: AskedMessage['role'], text: string, calls: string[] = []): AskedMessage => ({
  role,
  text,
  files: [],
  calls,
});

function readItem(item: z.output<typeof Item>): AskedMessage[] {
  if ('role' in item) {
    const files = item.content.flatMap(({ image_url }) =>
      image_url === undefined ? [] : (readDataUrl(image_url) ?? []),
    );
    const text = item.content.map((part) => part.text ?? '').join('');
    return [{ role: item.role === 'developer' ? 'system' : item.role, text, files, calls: [] }];
  }
  if (item.type === 'function_call') return [plain('assistant', '', [item.name])];
  return item.type === 'function_call_output' ? [plain('tool', item.output)] : [];
}

/** Whether each result belongs to an earlier call. */
function answersItsCalls(items: readonly z.output<typeof Item>[]): boolean {
  const asked = new Set<string>();
  for (const item of items) {
    if ('role' in item || item.type === 'reasoning') continue;
    if (item.type === 'function_call') asked.add(item.call_id);
    else if (!asked.has(item.call_id)) return false;
  }
  return true;
}

function read(body: unknown): AskedPrompt | null {
  const { data } = Body.safeParse(body);
  if (!data || !answersItsCalls(data.input)) return null;
  return {
    model: data.model,
    messages: data.input.flatMap(readItem),
    tools: (data.tools ?? []).map(({ name }) => name),
    maxOutputTokens: data.max_output_tokens ?? null,
  };
}

const id = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

function outputOf({ text, call, special, brokenArguments }: SpokenAnswer): unknown[] {
  if (special === 'empty') return [];
  const message = (content: unknown) => ({
    id: id('msg'),
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [content],
  });
  if (special === 'refusal') return [message({ type: 'refusal', refusal: 'I cannot help with that.' })];
  if (!call) return [message({ type: 'output_text', text, annotations: [], logprobs: [] })];
  const given = brokenArguments ? '{"broken": ' : JSON.stringify(call.arguments);
  return [
    {
      id: id('fc'),
      type: 'function_call',
      status: 'completed',
      call_id: id('call'),
      name: call.name,
      arguments: given,
    },
  ];
}

const usageOf = ({ input, cached, output, reasoning }: TokenCounts) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: input + output,
});

/** A reasoning model's encrypted reasoning, which precedes its answer. */
const reasoningOf = ({ reasoning }: TokenCounts): unknown[] =>
  reasoning === 0 ? [] : [{ id: id('rs'), type: 'reasoning', summary: [], encrypted_content: 'sealed-reasoning' }];

function write(answer: SpokenAnswer, prompt: AskedPrompt, now: () => number) {
  return {
    id: id('resp'),
    object: 'response',
    created_at: Math.floor(now() / 1000),
    status: 'completed',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: prompt.maxOutputTokens,
    model: prompt.model,
    output: [...reasoningOf(answer.tokens), ...outputOf(answer)],
    parallel_tool_calls: true,
    store: false,
    tool_choice: 'auto',
    usage: usageOf(answer.tokens),
    metadata: {},
  };
}

/** POST /v1/responses. */
export const responsesApi = (now: () => number): AiApi => ({
  ...OPENAI,
  api: 'responses',
  read: (request) => read(request.body),
  write: (answer, prompt) => ({ status: 200, body: write(answer, prompt, now) }),
});
