import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AskedMessage, AskedPrompt } from '../../ai/state/asked.ts';
import { type AiDeps, aiRoute, type SpokenAnswer } from '../../ai/wire/ai-route.ts';
import { readKeyHeader } from '../../ai/wire/read-bearer.ts';
import { badAnthropicKey, badAnthropicRequest, refuseAnthropic } from './anthropic-error.ts';

const Text = z.object({ type: z.literal('text'), text: z.string() });
const asText = (text: string): z.output<typeof Text>[] => [{ type: 'text', text }];
const Texts = z.union([z.string().transform(asText), z.array(Text)]);
const Source = z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() });
const Block = z.discriminatedUnion('type', [
  Text,
  z.object({ type: z.literal('image'), source: Source }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('tool_result'), tool_use_id: z.string(), content: Texts }),
]);
type Block = z.output<typeof Block>;
const Message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().transform((text): Block[] => asText(text)), z.array(Block).min(1)]),
});
const Body = z.object({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: Texts.optional(),
  messages: z.array(Message).min(1),
  tools: z.array(z.object({ name: z.string() })).optional(),
});

const textIn = (texts: readonly { text: string }[]): string => texts.map(({ text }) => text).join('');

/** One message may contain tool results as well as the customer's text. */
function readMessage({ role, content }: z.output<typeof Message>): AskedMessage[] {
  const results = content.flatMap((block): AskedMessage[] =>
    block.type === 'tool_result' ? [{ role: 'tool', text: textIn(block.content), files: [], calls: [] }] : [],
  );
  const rest = content.filter(({ type }) => type !== 'tool_result');
  if (rest.length === 0) return results;
  const said: AskedMessage = {
    role,
    text: textIn(rest.filter((block) => block.type === 'text')),
    files: rest.flatMap((block) =>
      block.type === 'image'
        ? [{ mediaType: block.source.media_type, bytes: Buffer.from(block.source.data, 'base64') }]
        : [],
    ),
    calls: rest.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
  };
  return [...results, said];
}

/** A result belongs to a call in the message before it. */
const answersItsCalls = (messages: readonly z.output<typeof Message>[]): boolean =>
  messages.every(({ content }, index) =>
    content.every(
      (block) =>
        block.type !== 'tool_result' ||
        messages[index - 1]?.content.some((before) => before.type === 'tool_use' && before.id === block.tool_use_id),
    ),
  );

function read(body: unknown): AskedPrompt | null {
  const { data } = Body.safeParse(body);
  if (!data || !answersItsCalls(data.messages)) return null;
  const system: AskedMessage[] = data.system
    ? [{ role: 'system', text: textIn(data.system), files: [], calls: [] }]
    : [];
  return {
    model: data.model,
    messages: [...system, ...data.messages.flatMap(readMessage)],
    tools: (data.tools ?? []).map(({ name }) => name),
    maxOutputTokens: data.max_tokens,
  };
}

const id = (prefix: string): string => `${prefix}_01${randomBytes(11).toString('hex')}`;

function contentOf({ text, call, special, brokenArguments, tokens }: SpokenAnswer): unknown[] {
  if (special !== null) return [];
  const thinking = tokens.reasoning === 0 ? [] : [{ type: 'thinking', thinking: 'Let me see.', signature: 'signed' }];
  if (!call) return [...thinking, { type: 'text', text }];
  const input = brokenArguments ? 'broken' : call.arguments;
  return [...thinking, { type: 'tool_use', id: id('toolu'), name: call.name, input }];
}

function stopReason({ special, call }: SpokenAnswer): string {
  if (special === 'refusal') return 'refusal';
  return call && special === null ? 'tool_use' : 'end_turn';
}

function write(answer: SpokenAnswer, { model }: AskedPrompt) {
  const { input, cached, output, reasoning } = answer.tokens;
  return {
    id: id('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: contentOf(answer),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: {
      input_tokens: input - cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cached,
      output_tokens: output,
      output_tokens_details: { thinking_tokens: reasoning },
      service_tier: 'standard',
    },
  };
}

/** Anthropic's API: POST /v1/messages. */
export function anthropicRoutes(app: FastifyInstance, deps: AiDeps): void {
  const api = {
    provider: 'anthropic' as const,
    api: 'messages',
    keyOf: (request: Parameters<typeof readKeyHeader>[0]) => readKeyHeader(request, 'x-api-key'),
    read: (request: { body: unknown; headers: Record<string, unknown> }) =>
      request.headers['anthropic-version'] === undefined ? null : read(request.body),
    write: (answer: SpokenAnswer, prompt: AskedPrompt) => ({ status: 200, body: write(answer, prompt) }),
    refuse: refuseAnthropic,
    badKey: badAnthropicKey,
    badRequest: badAnthropicRequest,
  };
  aiRoute(app, '/v1/messages', api, deps);
}
