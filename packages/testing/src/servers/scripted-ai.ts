import { AiError, type AiErrorFacts } from '@parley/providers/ai/ai-error';
import type { AiAnswer, AiMessage, AiRequest, AiToolCall, AiTurn, Generate } from '@parley/providers/ai/ai-port';

/**
 * The model's reaction when the customer's last text contains something; of several matching rules, the newest wins.
 */
export interface ScriptedRule {
  contains: string;
  /** Answered at once, or after the tool; `{result}` is replaced by the tool's result. Default: an echo of the text. */
  answer?: string;
  tool?: { name: string; arguments: AiToolCall['arguments'] };
}

/** A language model for tests of verbs, without HTTP: it keeps every guarantee of the port. */
export interface ScriptedAi {
  generate: Generate;
  /** The requests, oldest first. */
  asked: readonly AiRequest[];
  answer(rule: ScriptedRule): void;
  /** Makes the next calls fail, one per failure. */
  fail(...failures: AiErrorFacts[]): void;
  /** Blocks calls until the returned function is called. */
  hold(): () => void;
}

const CHARS_PER_TOKEN = 4;
const TURN = Object.freeze({}) as AiTurn; // safe: the brand exists only for the compiler

const textOf = (message: AiMessage): string => {
  if (message.role === 'customer') return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return message.role === 'assistant' ? message.text : message.results.map(({ output }) => output).join('');
};

const tokensIn = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

function answerTo({ messages, system }: AiRequest, rules: readonly ScriptedRule[], callId: string): AiAnswer {
  const last = messages.at(-1);
  const asked = messages.findLast(({ role }) => role === 'customer');
  const said = asked ? textOf(asked) : '';
  const rule = rules.findLast(({ contains }) => said.includes(contains));
  const result = last?.role === 'turn' ? textOf(last) : '';
  const toolCalls = rule?.tool && last?.role !== 'turn' ? [{ ...rule.tool, callId }] : [];
  const text = toolCalls.length > 0 ? '' : (rule?.answer ?? `You said: ${said}`).replaceAll('{result}', result);
  return {
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: {
      inputTokens: tokensIn(system) + messages.reduce((sum, message) => sum + tokensIn(textOf(message)), 0),
      cachedInputTokens: 0,
      outputTokens: tokensIn(text) + toolCalls.length,
      reasoningTokens: 0,
    },
    turn: TURN,
  };
}

/** Waits for a promise, or rejects with the reason of the signal. */
function unlessAborted(waited: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([waited, aborted]);
}

export function makeScriptedAi(): ScriptedAi {
  const asked: AiRequest[] = [];
  const rules: ScriptedRule[] = [];
  const failures: AiErrorFacts[] = [];
  let held = Promise.resolve();
  return {
    asked,
    answer: (rule) => void rules.push(rule),
    fail: (...given) => void failures.push(...given),
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async generate(request) {
      asked.push(request);
      request.signal?.throwIfAborted();
      await unlessAborted(held, request.signal);
      const failure = failures.shift();
      if (failure) throw new AiError(failure);
      return answerTo(request, rules, `call_${asked.length}`);
    },
  };
}
