/** The providers of language models. */
export const AI_PROVIDERS = ['openai', 'anthropic', 'google'] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

/** A file that a message carried, as it was received. */
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

/** What a model was asked, in a form that all providers share. */
export interface AskedPrompt {
  model: string;
  messages: AskedMessage[];
  tools: string[];
  maxOutputTokens: number | null;
}

/** What tokens an answer cost. `input` includes the cached ones, `output` the reasoning. */
export interface TokenCounts {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** A call that came, with the answer that it got. */
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
  /** The model's text, or null where it gave none. */
  answer: string | null;
  tokens: TokenCounts | null;
}
