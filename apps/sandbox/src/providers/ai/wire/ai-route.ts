import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { AiState } from '../state/ai-state.ts';
import type { AiProvider, AskedEntry, AskedPrompt } from '../state/asked.ts';
import type { AiKey } from '../state/key-behaviours.ts';
import { answerPrompt, type ModelAnswer } from '../state/scripted-model.ts';

export interface AiDeps {
  ai: AiState;
  now: () => number;
}

/** An answer of the model, changed by the key's behaviour. */
export interface SpokenAnswer extends ModelAnswer {
  /** The model refuses, or returns nothing. */
  special: 'refusal' | 'empty' | null;
  /** Whether the arguments of the call are invalid JSON. */
  brokenArguments: boolean;
}

/** The wire format of one provider's API. */
export interface AiApi {
  provider: AiProvider;
  api: string;
  /** The key of a request; null if it has none. */
  keyOf(request: FastifyRequest): string | null;
  /** The prompt; null if the body is invalid for the API. */
  read(request: FastifyRequest): AskedPrompt | null;
  write(answer: SpokenAnswer, prompt: AskedPrompt): ProviderAnswer;
  /** The provider's own error for a key without money or a similar problem; null if the key works. */
  refuse(key: AiKey): ProviderAnswer | null;
  badKey(): ProviderAnswer;
  badRequest(): ProviderAnswer;
}

function entryOf(
  deps: AiDeps,
  { provider, api }: AiApi,
  key: string,
  prompt: AskedPrompt,
): Omit<AskedEntry, 'status' | 'answer' | 'tokens'> {
  const ofRole = (isSystem: boolean) => prompt.messages.filter(({ role }) => (role === 'system') === isSystem);
  return {
    at: new Date(deps.now()).toISOString(),
    provider,
    api,
    key,
    model: prompt.model,
    system: ofRole(true)
      .map(({ text }) => text)
      .join('\n'),
    messages: ofRole(false).map(({ role, text, files, calls }) => ({
      role,
      text,
      files: files.map(({ mediaType, bytes }) => ({ media_type: mediaType, bytes: bytes.length })),
      calls,
    })),
    tools: prompt.tools,
    max_output_tokens: prompt.maxOutputTokens,
  };
}

function speak(prompt: AskedPrompt, deps: AiDeps, { behaviour }: AiKey): SpokenAnswer {
  const answer = answerPrompt(prompt, deps.ai.rules());
  const brokenArguments = behaviour === 'invalid_arguments';
  const [tool = 'no_tool'] = prompt.tools;
  return {
    ...answer,
    ...(brokenArguments ? { call: { name: tool, arguments: {} }, text: '' } : {}),
    special: behaviour === 'refuses' ? 'refusal' : behaviour === 'empty' ? 'empty' : null,
    brokenArguments,
  };
}

function send(reply: FastifyReply, { status, body, headers = {} }: ProviderAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/**
 * One API of a provider: the key decides whether the call succeeds, the scripted model the content. Every call is
 * recorded.
 */
export function aiRoute(app: FastifyInstance, path: string, api: AiApi, deps: AiDeps): void {
  app.post(path, async (request, reply) => {
    const key = api.keyOf(request);
    if (key === null) return send(reply, api.badKey());
    const prompt = api.read(request);
    if (prompt === null) return send(reply, api.badRequest());
    const entry = entryOf(deps, api, key, prompt);
    const state = await deps.ai.keys.take(api.provider, key);
    // A caller that hung up while the key was held gets no answer, and is not charged.
    if (!request.raw.socket.writable) return reply.hijack();
    const refusal = state.behaviour === 'dead' ? api.badKey() : api.refuse(state);
    if (refusal) {
      deps.ai.asked.push({ ...entry, status: refusal.status, answer: null, tokens: null });
      return send(reply, refusal);
    }
    const broken = breakAnswer(reply, state);
    if (broken) {
      deps.ai.asked.push({ ...entry, status: broken.statusCode, answer: null, tokens: null });
      return broken;
    }
    const spoken = speak(prompt, deps, state);
    deps.ai.keys.count(api.provider, key, spoken.tokens);
    const answer = spoken.special === null && spoken.call === null ? spoken.text : null;
    deps.ai.asked.push({ ...entry, status: 200, answer, tokens: spoken.tokens });
    return send(reply, api.write(spoken, prompt));
  });
}

const HUGE_BYTES = 10 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 0x20);

/** Sends spaces endlessly, as fast as they are read. */
function flood(reply: FastifyReply): void {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'application/json' });
  const pour = (): void => {
    while (!raw.destroyed && raw.write(CHUNK));
  };
  raw.on('drain', pour);
  raw.on('error', () => {});
  pour();
}

/** Sends broken answers, which the caller must abort. Null if the behaviour is not one of these. */
function breakAnswer(reply: FastifyReply, { behaviour, location }: AiKey): FastifyReply | null {
  switch (behaviour) {
    case 'endless':
      flood(reply);
      return reply;
    case 'silent':
      return reply.hijack();
    case 'huge':
      return reply.type('application/json').send(Buffer.alloc(HUGE_BYTES, 0x20));
    case 'not_json':
      return reply.type('text/html').send('<html><h1>Welcome</h1></html>');
    case 'redirect':
      return reply
        .code(307)
        .header('location', location ?? 'http://169.254.169.254/latest/meta-data/')
        .send('');
    default:
      return null;
  }
}
