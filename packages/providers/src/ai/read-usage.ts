import type { LanguageModelUsage } from 'ai';
import { z } from 'zod';
import type { AiUsage } from './ai-port.ts';

/** The maximum of PostgreSQL's int4; the server at a base URL may report any number. */
const MAX_TOKENS = 2 ** 31 - 1;

const count = (reported: number | null | undefined): number =>
  Number.isFinite(reported) ? Math.min(Math.max(Math.trunc(reported ?? 0), 0), MAX_TOKENS) : 0;

/** The tokens that the library read from an answer; null when the provider reported none. */
export function readUsage({ inputTokens, outputTokens, ...details }: LanguageModelUsage): AiUsage | null {
  if (inputTokens === undefined && outputTokens === undefined) return null;
  return {
    inputTokens: count(inputTokens),
    cachedInputTokens: count(details.inputTokenDetails.cacheReadTokens),
    outputTokens: count(outputTokens),
    reasoningTokens: count(details.outputTokenDetails.reasoningTokens),
  };
}

const ResponsesUsage = z.object({
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    input_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    output_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
  }),
});

/** The tokens of an OpenAI answer for which the library reports none: a refusal, or a transcription. */
export function readResponsesUsage(text: string): AiUsage | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = ResponsesUsage.safeParse(body);
  return data
    ? {
        inputTokens: count(data.usage.input_tokens),
        cachedInputTokens: count(data.usage.input_tokens_details?.cached_tokens),
        outputTokens: count(data.usage.output_tokens),
        reasoningTokens: count(data.usage.output_tokens_details?.reasoning_tokens),
      }
    : null;
}
