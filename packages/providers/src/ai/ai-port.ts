import type { AiProvider } from '@parley/common/ai-providers';

export { AI_PROVIDERS, type AiProvider } from '@parley/common/ai-providers';

/** Whose key is used, and where. */
export interface AiAccount {
  provider: AiProvider;
  apiKey: string;
  /** Null: the provider's own address. The egress rules are held by the agent, not by this value. */
  baseUrl: string | null;
  /** What a server at `baseUrl` speaks, for `openai`: many that are compatible know Chat Completions only. Default `responses`. */
  openaiApi?: 'responses' | 'chat_completions';
}

/** What a customer sent; images are bytes, never addresses. */
export type AiPart = { type: 'text'; text: string } | { type: 'image'; bytes: Uint8Array; mediaType: string };

declare const opaque: unique symbol;
/** What a provider needs back with the results of its tool calls (reasoning, signatures). For the same provider, while one reply is made. */
export interface AiTurn {
  readonly [opaque]: true;
}

export type AiMessage =
  | { role: 'customer'; parts: readonly AiPart[] }
  /** What was answered earlier, by whomever. */
  | { role: 'assistant'; text: string }
  /** An answer with tool calls, as it came, followed by the results of all of them. */
  | { role: 'turn'; turn: AiTurn; results: readonly { callId: string; name: string; output: string }[] };

/** A tool that the model may call; `parameters` is a JSON Schema of an object. */
export interface AiTool {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** A call that the model asks for. That the arguments fit the tool's schema is checked by the code that runs the tool. */
export interface AiToolCall {
  callId: string;
  name: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** Tokens that were paid for. `inputTokens` includes the cached ones, `outputTokens` the reasoning. */
export interface AiUsage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
}

export interface AiRequest extends AiAccount {
  model: string;
  system: string;
  /** In order of time; the first one is the customer’s, which Anthropic insists on. */
  messages: readonly AiMessage[];
  tools: readonly AiTool[];
  maxOutputTokens: number;
  /** For everything that the call asks of the provider. */
  timeoutMs: number;
  /** Ends the call; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export interface AiAnswer {
  /** Empty only when there are tool calls. */
  text: string;
  toolCalls: readonly AiToolCall[];
  /** `length`: the text was cut at `maxOutputTokens`. */
  finishReason: 'stop' | 'length' | 'tool_calls' | 'other';
  /** Null where the provider did not tell. */
  usage: AiUsage | null;
  turn: AiTurn;
}

/** One call of a model, without retries. Rejects with AiError. */
export type Generate = (request: AiRequest) => Promise<AiAnswer>;

export interface TranscriptionRequest extends AiAccount {
  model: string;
  audio: Uint8Array;
  mediaType: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** What a voice message says; empty where nothing is said. `usage` is null where the provider did not tell. */
export type Transcribe = (request: TranscriptionRequest) => Promise<{ text: string; usage: AiUsage | null }>;

/** Whether the provider turns voice into text; {@link Transcribe} is `invalid_request` for the others. */
export const canTranscribe = (provider: AiProvider): boolean => provider !== 'anthropic';
