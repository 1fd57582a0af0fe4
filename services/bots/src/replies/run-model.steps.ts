import type { AiMessage, AiPart } from '@parley/providers/ai/ai-port';
import { mostTokens } from '../knowledge/estimate-tokens.rules.ts';
import type { BotsService } from '../service.ts';
import type { ModelCalls } from './model-calls.steps.ts';
import type { NoReply } from './reply-outcome.rules.ts';
import type { ToolRunner } from './tool-runner.steps.ts';

interface ModelRun {
  calls: ModelCalls;
  tools: ToolRunner;
  system: string;
  messages: readonly AiMessage[];
  /** Deadline of the whole reply. */
  endsAtMs: number;
}

/** Text for the customer; `isCut`: the model was not finished. */
type RunOutcome = { kind: 'text'; text: string; isCut: boolean } | NoReply;

/** Maximum model calls of one reply. */
const MAX_STEPS = 8;
/** Includes reasoning. */
const MAX_OUTPUT_TOKENS = 4000;
const CALL_TIMEOUT_MS = 60_000;
/** Maximum tokens of an image at any provider. */
const IMAGE_TOKENS = 1600;

const tokensOfPart = (part: AiPart): number => (part.type === 'text' ? mostTokens(part.text) : IMAGE_TOKENS);

function tokensOf(message: AiMessage): number {
  if (message.role === 'assistant') return mostTokens(message.text);
  if (message.role === 'turn') return message.results.reduce((sum, { output }) => sum + mostTokens(output), 0);
  return message.parts.reduce((sum, part) => sum + tokensOfPart(part), 0);
}

/**
 * Asks the model until it answers with text or asks for a person, and runs its tool calls in between. A request for a
 * person takes precedence over other calls of the same step.
 */
export async function runModel(
  service: BotsService,
  { calls, tools, system, messages, endsAtMs }: ModelRun,
): Promise<RunOutcome> {
  const prompt: AiMessage[] = [...messages];
  let promptTokens = mostTokens(system) + mostTokens(JSON.stringify(tools.tools));
  promptTokens += messages.reduce((sum, message) => sum + tokensOf(message), 0);
  for (let step = 1; step <= MAX_STEPS; step++) {
    const timeoutMs = Math.min(CALL_TIMEOUT_MS, endsAtMs - service.now().getTime());
    if (timeoutMs <= 0) return { kind: 'hand_over', reason: 'timeout' };
    const given = { system, messages: prompt, tools: tools.tools, maxOutputTokens: MAX_OUTPUT_TOKENS, timeoutMs };
    const called = await calls.generate(given, promptTokens);
    if (!called.ok) return called.outcome;
    const { text, toolCalls, finishReason, turn, usage } = called.answer;
    if (toolCalls.length === 0) return { kind: 'text', text, isCut: finishReason === 'length' };
    const results: { callId: string; name: string; output: string }[] = [];
    for (const call of toolCalls) {
      const ran = await tools.run(call);
      if ('handOver' in ran) return { kind: 'hand_over', reason: ran.handOver };
      results.push({ callId: call.callId, name: call.name, output: ran.output });
    }
    const next: AiMessage = { role: 'turn', turn, results };
    prompt.push(next);
    promptTokens += (usage?.outputTokens ?? MAX_OUTPUT_TOKENS) + tokensOf(next);
  }
  return { kind: 'hand_over', reason: 'too_many_steps' };
}
