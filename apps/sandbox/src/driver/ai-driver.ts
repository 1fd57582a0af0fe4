import type { z } from 'zod';
import type { AiKeyInput, AiRuleInput, AskedQuery } from '../providers/ai/control/ai-routes.ts';
import type { AskedEntry } from '../providers/ai/state/asked.ts';
import type { KnownKey } from '../providers/ai/state/key-behaviours.ts';
import { type CallControl, queryOf } from './call-control.ts';

/** A key as the sandbox shows it. */
export type ShownAiKey = Pick<KnownKey, 'provider' | 'key' | 'behaviour' | 'requests' | 'tokens'>;
/** A call to a model, with its sequence number. */
export type Asked = AskedEntry & { seq: number };

/** The providers of language models. */
export interface AiDriver {
  /** Sets how calls with a key are answered from now on. */
  behave(input: z.input<typeof AiKeyInput>): Promise<ShownAiKey>;
  keys(): Promise<ShownAiKey[]>;
  /** Adds an answer of the model; of several matching rules, the newest wins. */
  answer(rule: z.input<typeof AiRuleInput>): Promise<void>;
  /** Replaces all rules. */
  setAnswers(rules: z.input<typeof AiRuleInput>[]): Promise<void>;
  /** The calls to the models, oldest first. */
  asked(query?: z.input<typeof AskedQuery>): Promise<Asked[]>;
}

export const makeAiDriver = (call: CallControl): AiDriver => ({
  behave: async (input) => (await call<{ key: ShownAiKey }>('PUT', '/ai/keys', input)).key,
  keys: async () => (await call<{ keys: ShownAiKey[] }>('GET', '/ai/keys')).keys,
  async answer(rule) {
    await call('POST', '/ai/rules', rule);
  },
  async setAnswers(rules) {
    await call('PUT', '/ai/rules', { rules });
  },
  asked: async (query = {}) => (await call<{ asked: Asked[] }>('GET', `/ai/asked${queryOf(query)}`)).asked,
});
