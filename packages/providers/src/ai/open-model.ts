import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import { AiError } from './ai-error.ts';
import type { AiAccount, AiProvider } from './ai-port.ts';

/** Where each provider is when the account names no other place. */
export const AI_BASE_URLS: Readonly<Record<AiProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** A header may hold nothing else. */
const KEY = /^[\x21-\x7e]{1,1024}$/;
/** Google's stands in the path: no `..`, no query. */
const MODEL = /^[A-Za-z0-9][\w:-]*(?:[./][\w:-]+)*$/;
const MAX_MODEL_LENGTH = 200;

/** What every model of an account is made with: never a default of the library, which would be an environment variable. */
function settingsOf(account: AiAccount, fetch: typeof globalThis.fetch) {
  const { provider, apiKey, baseUrl } = account;
  if (!KEY.test(apiKey)) throw new AiError({ kind: 'refused_key' });
  const baseURL = baseUrl ?? AI_BASE_URLS[provider];
  if (!URL.canParse(baseURL)) throw new AiError({ kind: 'invalid_request' });
  return { apiKey, baseURL: baseURL.replace(/\/+$/, ''), fetch };
}

function checkModel(model: string): void {
  if (model.length > MAX_MODEL_LENGTH || !MODEL.test(model)) throw new AiError({ kind: 'invalid_request' });
}

/** The model as an object of the library, which speaks over the given `fetch` alone. Throws AiError where key, address or name cannot be right. */
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

/** OpenAI's model that turns voice into text. Throws as {@link openModel}. */
export function openTranscriptionModel(account: AiAccount, model: string, fetch: typeof globalThis.fetch) {
  checkModel(model);
  return createOpenAI(settingsOf(account, fetch)).transcription(model);
}
