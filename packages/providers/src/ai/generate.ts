import { cleanText } from '@parley/common/text/clean-text';
import { generateText, jsonSchema, type ToolSet, tool } from 'ai';
import type { Dispatcher } from 'undici';
import { isTooDeep } from '../http/json-depth.ts';
import { AiError, type AiErrorFacts } from './ai-error.ts';
import type { AiAnswer, AiRequest, AiTool, AiToolCall, AiUsage, Generate } from './ai-port.ts';
import { classifyAnswer } from './classify-answer.ts';
import { type GuardedFetch, makeGuardedFetch } from './guarded-fetch.ts';
import { openModel } from './open-model.ts';
import { readResponsesUsage, readUsage } from './read-usage.ts';
import { keepTurn, toModelMessages } from './to-model-messages.ts';

// The library prints warnings to the console that contain user content.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * OpenAI's Responses API: nothing is stored there, since the turn contains the data of the next step; tools are not
 * strict, because tenants' schemas are not written for it. The other APIs do neither by default.
 */
const ofResponses = ({ provider, openaiApi = 'responses' }: AiRequest): boolean =>
  provider === 'openai' && openaiApi === 'responses';

const toToolSet = (tools: readonly AiTool[], isLoose: boolean): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters), ...(isLoose ? { strict: false } : {}) }),
    ]),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Result = Awaited<ReturnType<typeof generateText>>;

/**
 * The tool calls, or null when one of them is invalid: no JSON, no object, no such tool, or cut off by the output
 * limit.
 */
function readToolCalls({ toolCalls, finishReason }: Result): AiToolCall[] | null {
  if (toolCalls.length > 0 && finishReason === 'length') return null;
  const calls: AiToolCall[] = [];
  for (const call of toolCalls) {
    const { toolCallId, toolName, input } = call;
    if (('invalid' in call && call.invalid === true) || !isObject(input) || isTooDeep(input)) return null;
    calls.push({ callId: toolCallId, name: toolName, arguments: input });
  }
  return calls;
}

const REASONS: Readonly<Record<string, AiAnswer['finishReason']>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
};

/** The reason why an answer with neither text nor calls is invalid; an empty text may come with a refusal. */
function emptyOrRefused(request: AiRequest, guarded: GuardedFetch): AiErrorFacts['kind'] {
  const answer = guarded.answer();
  return answer && classifyAnswer(request.provider, answer).kind === 'refusal' ? 'refusal' : 'empty';
}

function readResult(request: AiRequest, result: Result, guarded: GuardedFetch): AiAnswer {
  const usage = readUsage(result.usage);
  const status = guarded.answer()?.status ?? null;
  if (result.finishReason === 'content-filter') throw new AiError({ kind: 'refusal', status, usage });
  const toolCalls = result.finishReason === 'error' ? null : readToolCalls(result);
  if (toolCalls === null) throw new AiError({ kind: 'invalid_answer', status, usage });
  const text = cleanText(result.text).trim();
  if (text === '' && toolCalls.length === 0)
    throw new AiError({ kind: emptyOrRefused(request, guarded), status, usage });
  const finishReason = REASONS[result.finishReason] ?? 'other';
  return { text, toolCalls, finishReason, usage, turn: keepTurn(result.response.messages) };
}

/**
 * The failure of the library, derived from the received answer: the library's own errors contain the prompt and are
 * dropped here.
 */
export function failureOf(provider: AiRequest['provider'], guarded: GuardedFetch): AiError {
  const failure = guarded.failure();
  if (failure !== null) return new AiError({ kind: failure });
  const answer = guarded.answer();
  // No request was sent: the library could not build it.
  if (answer === null) return new AiError({ kind: 'invalid_request' });
  const usage: AiUsage | null = answer.status < 300 ? readResponsesUsage(answer.text) : null;
  return new AiError({ ...classifyAnswer(provider, answer), usage });
}

/** Makes the function for model calls: one call, no retries, over the given agent (docs/adr/0006-ai-library.md). */
export function makeGenerate({ dispatcher }: { dispatcher: Dispatcher }): Generate {
  return async (request) => {
    const { model, system, messages, tools, maxOutputTokens, signal } = request;
    const guarded = makeGuardedFetch(dispatcher, request);
    const opened = openModel(request, model, guarded.fetch);
    let result: Result;
    try {
      result = await generateText({
        model: opened,
        system,
        messages: toModelMessages(messages),
        tools: toToolSet(tools, ofResponses(request)),
        maxOutputTokens,
        maxRetries: 0,
        ...(ofResponses(request) ? { providerOptions: { openai: { store: false } } } : {}),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
    } catch {
      signal?.throwIfAborted();
      throw failureOf(request.provider, guarded);
    }
    return readResult(request, result, guarded);
  };
}
