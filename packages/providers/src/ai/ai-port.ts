import type { AiProvider } from '@parley/common/ai-providers';

export { AI_PROVIDERS, type AiProvider } from '@parley/common/ai-providers';

/** The key of a call, and the server. */
export interface AiAccount {
  provider: AiProvider;
  apiKey: string;
  /** Null: the provider's own address. The agent enforces the egress rules, not this value. */
  baseUrl: string | null;
  /**
   * The API of a server at `baseUrl`, for `openai`: many compatible servers only support Chat Completions. Default
   * `responses`.
   */
  openaiApi?: 'responses' | 'chat_completions';
}

/** Content from a customer; images are bytes, never URLs. */
export type AiPart = { type: 'text'; text: string } | { type: 'image'; bytes: Uint8Array; mediaType: string };

declare const opaque: unique symbol;
/**
 * Opaque data that a provider needs together with its tool results (reasoning, signatures). Only for the same provider
 * and the same reply.
 */
export interface AiTurn {
  readonly [opaque]: true;
}

export type AiMessage =
  | { role: 'customer'; parts: readonly AiPart[] }
  /** An earlier answer, by a bot or a person. */
  | { role: 'assistant'; text: string }
  /** An answer with tool calls, unchanged, followed by the results of all of them. */
  | { role: 'turn'; turn: AiTurn; results: readonly { callId: string; name: string; output: string }[] };

/** A tool that the model may call; `parameters` is a JSON Schema of an object. */
export interface AiTool {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** A tool call by the model. The code that runs the tool checks the arguments against its schema. */
export interface AiToolCall {
  callId: string;
  name: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** Charged tokens. `inputTokens` includes cached ones, `outputTokens` includes reasoning. */
export interface AiUsage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
}

export interface AiRequest extends AiAccount {
  model: string;
  system: string;
  /** In chronological order; the first one is the customer’s, which Anthropic requires. */
  messages: readonly AiMessage[];
  tools: readonly AiTool[];
  maxOutputTokens: number;
  /** Limit of the whole call, including all its requests. */
  timeoutMs: number;
  /** Aborts the call; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export interface AiAnswer {
  /** Empty only when there are tool calls. */
  text: string;
  toolCalls: readonly AiToolCall[];
  /** `length`: the text was cut at `maxOutputTokens`. */
  finishReason: 'stop' | 'length' | 'tool_calls' | 'other';
  /** Null when the provider did not report it. */
  usage: AiUsage | null;
  turn: AiTurn;
}

/** One model call, without retries. Rejects with AiError. */
export type Generate = (request: AiRequest) => Promise<AiAnswer>;

export interface TranscriptionRequest extends AiAccount {
  model: string;
  audio: Uint8Array;
  mediaType: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * The transcript of a voice message; empty when nothing is said. `usage` is null when the provider did not report it.
 */
export type Transcribe = (request: TranscriptionRequest) => Promise<{ text: string; usage: AiUsage | null }>;

/** Whether the provider can transcribe; {@link Transcribe} is `invalid_request` for the others. */
export const canTranscribe = (provider: AiProvider): boolean => provider !== 'anthropic';
