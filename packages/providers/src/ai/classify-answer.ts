import { readRetryAfter } from '../http/read-retry-after.ts';
import type { AiErrorFacts, AiErrorKind, AiProblem } from './ai-error.ts';
import type { AiProvider } from './ai-port.ts';
import { readAnthropicProblem } from './anthropic-problem.ts';
import { readGoogleProblem } from './google-problem.ts';
import { readOpenaiProblem } from './openai-problem.ts';

/** An answer as received. */
export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

const READERS: Readonly<Record<AiProvider, (body: unknown, status: number) => AiProblem | null>> = {
  openai: readOpenaiProblem,
  anthropic: readAnthropicProblem,
  google: readGoogleProblem,
};
const MAX_WAIT_MS = 24 * 3600 * 1000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The meaning of a status without a meaningful body. `hasWords`: the body is the provider's own, not a proxy's page.
 */
function kindOfStatus(status: number, hasWords: boolean): AiErrorKind {
  if (status === 401) return 'refused_key';
  if (status === 403) return hasWords ? 'refused_key' : 'invalid_answer';
  if (status === 402) return 'out_of_money';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'too_large';
  if (status === 429) return 'rate_limited';
  if (status === 409 || status >= 500) return 'overloaded';
  return status >= 400 ? 'invalid_request' : 'invalid_answer';
}

/** OpenAI has its own header in milliseconds, which is exact. */
function delayOf({ headers }: WireAnswer): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  return Number.isFinite(exact) && exact >= 0 ? exact : readRetryAfter(headers['retry-after'], new Date());
}

/**
 * Classifies an answer without a usable result. Pure: its table is the published errors of each provider
 * (packages/providers/fixtures). A 2xx may also contain an error or a refusal.
 */
export function classifyAnswer(provider: AiProvider, answer: WireAnswer): AiErrorFacts {
  const problem = READERS[provider](parseJson(answer.text), answer.status);
  const kind = problem?.kind ?? kindOfStatus(answer.status, problem !== null);
  const waits = kind === 'rate_limited' || kind === 'overloaded';
  const delay = waits ? (problem?.retryAfterMs ?? delayOf(answer)) : null;
  return {
    kind,
    status: answer.status,
    code: problem?.code ?? null,
    retryAfterMs: delay === null ? null : Math.min(delay, MAX_WAIT_MS),
  };
}
