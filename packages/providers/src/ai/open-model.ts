import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { trimEndOf } from '@parley/common/text/trim-end';
import type { LanguageModel } from 'ai';
import { AiError } from './ai-error.ts';
import type { AiAccount, AiProvider } from './ai-port.ts';

/** The address of each provider, unless the account has another one. */
export const AI_BASE_URLS: Readonly<Record<AiProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** The characters that are allowed in a header. */
const KEY = /^[\x21-\x7e]{1,1024}$/;
/** Google's model names are part of the path: no `..`, no query. */
const MODEL = /^[A-Za-z0-9][\w:-]*(?:[./][\w:-]+)*$/;
const MAX_MODEL_LENGTH = 200;

/** Explicit settings of every model: a default of the library would read an environment variable. */
function settingsOf(account: AiAccount, fetch: typeof globalThis.fetch) {
  const { provider, apiKey, baseUrl } = account;
  if (!KEY.test(apiKey)) throw new AiError({ kind: 'refused_key' });
  const baseURL = baseUrl ?? AI_BASE_URLS[provider];
  if (!URL.canParse(baseURL)) throw new AiError({ kind: 'invalid_request' });
  return { apiKey, baseURL: trimEndOf(baseURL, '/'), fetch };
}

function checkModel(model: string): void {
  if (model.length > MAX_MODEL_LENGTH || !MODEL.test(model)) throw new AiError({ kind: 'invalid_request' });
}

/**
 * The library's object for a model, which only uses the given `fetch`. Throws AiError when key, address or name are
 * invalid.
 */
export function openModel(
  account: AiAccount,
  model: string,
  fetch: typeof globalThis.fetch,
): Exclude<LanguageModel, string> {
  checkModel(model);
  const settings = settingsOf(account, fetch);
  if (account.provider === 'anthropic') return createAnthropic(settings)(model);
  if (account.provider === 'google') return createGoogleGenerativeAI(settings)(model);
  const openai = createOpenAI(settings);
  return account.openaiApi === 'chat_completions' ? openai.chat(model) : openai.responses(model);
}

/** OpenAI's transcription model. Throws like {@link openModel}. */
export function openTranscriptionModel(account: AiAccount, model: string, fetch: typeof globalThis.fetch) {
  checkModel(model);
  return createOpenAI(settingsOf(account, fetch)).transcription(model);
}
