/** The providers of language models. */
export const AI_PROVIDERS = ['openai', 'anthropic', 'google'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

/** A file of a message, as it was received. */
export interface AskedFile {
  mediaType: string;
  bytes: Buffer;
}

/** One message of a prompt, in a form that all providers share. */
export interface AskedMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  text: string;
  files: AskedFile[];
  /** The names of tools that the message asks for. */
  calls: string[];
}

/** A prompt, in a form that all providers share. */
export interface AskedPrompt {
  model: string;
  messages: AskedMessage[];
  tools: string[];
  maxOutputTokens: number | null;
}

/** The token usage of an answer. `input` includes cached tokens, `output` reasoning. */
export interface TokenCounts {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** A received call, with its answer. */
export interface AskedEntry {
  at: string;
  provider: AiProvider;
  /** The API: `responses`, `chat_completions`, `messages`, `generate_content`, `transcriptions`. */
  api: string;
  key: string;
  model: string;
  system: string;
  messages: {
    role: AskedMessage['role'];
    text: string;
    files: { media_type: string; bytes: number }[];
    calls: string[];
  }[];
  tools: string[];
  max_output_tokens: number | null;
  /** HTTP status of the answer. */
  status: number;
  /** The model's text, or null if there was none. */
  answer: string | null;
  tokens: TokenCounts | null;
}
