import type { AiProvider } from '@parley/common/ai-providers';
import type { InputOf } from '../../api/operations.ts';
import type { ItemOf } from '../../api/use-operations.ts';
import { PROVIDER_NAMES } from '../../i18n/provider-names.ts';
import { linesOf, textOf, ticksOf } from '../../ui/forms/form-values.ts';
import { triggerOf } from './trigger-values.ts';

export type Bot = ItemOf<'list-bots'>;
type Fields = Omit<InputOf<'create-bot'>, 'enabled'>;

export const PROVIDERS = Object.keys(PROVIDER_NAMES) as AiProvider[]; // safe: the record has exactly the providers
export const nameOfProvider = (provider: AiProvider): string => PROVIDER_NAMES[provider];
export const providerOf = (value: string): AiProvider => PROVIDERS.find((one) => one === value) ?? 'openai';

const numberOrNull = (text: string): number | null => (text === '' ? null : Number(text));

/** The tools in the form: JSON, or empty. Throws a SyntaxError if they are not JSON. */
export function toolsOf(text: string): NonNullable<Fields['tools']> {
  const parsed: unknown = text === '' ? [] : JSON.parse(text);
  if (!Array.isArray(parsed)) throw new SyntaxError('not a list');
  return parsed as NonNullable<Fields['tools']>; // safe: the gateway checks each of them
}

/** The form's values as input of the operations. Throws a SyntaxError if the tools are not JSON. */
export function botFieldsOf(form: FormData): Fields {
  const text = (name: string): string => textOf(form, name);
  return {
    name: text('name'),
    key_mode: text('key_mode') === 'platform' ? 'platform' : 'own',
    provider: providerOf(text('provider')),
    model: text('model'),
    instructions: text('instructions'),
    accounts: ticksOf(form, 'accounts').map(Number),
    trigger: triggerOf(form),
    stop_words: linesOf(text('stop_words')),
    groups: form.has('groups'),
    debounce_seconds: Number(text('debounce_seconds')),
    max_wait_seconds: Number(text('max_wait_seconds')),
    resume_after_minutes: numberOrNull(text('resume_after_minutes')),
    pause_on_api: form.has('pause_on_api'),
    history_tokens: Number(text('history_tokens')),
    caps: {
      turns_per_conversation_hour: Number(text('turns_per_conversation_hour')),
      tokens_per_day: numberOrNull(text('tokens_per_day')),
      cost_per_month: text('cost_per_month') || null,
    },
    hand_over_message: text('hand_over_message') || null,
    tools: toolsOf(text('tools')),
  };
}
