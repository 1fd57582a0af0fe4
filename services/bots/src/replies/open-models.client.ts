import type { Generate, Transcribe } from '@parley/providers/ai/ai-port';
import { makeGenerate } from '@parley/providers/ai/generate';
import { makeTranscribe } from '@parley/providers/ai/transcribe';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import type { Environment } from '@parley/runtime/environment';
import type { Dispatcher } from 'undici';
import type { BotFields } from '../settings/bot.rules.ts';

/** Model calls over connections of one kind. */
export interface Models {
  generate: Generate;
  transcribe: Transcribe;
}

/** Models by the key of a call. */
export type ModelsByKey = Readonly<Record<BotFields['keyMode'], Models>>;

const openOver = (dispatcher: Dispatcher): Models => ({
  generate: makeGenerate({ dispatcher }),
  transcribe: makeTranscribe({ dispatcher }),
});

/** A tenant chooses the address of its own key, so those calls are under the egress rules. */
export const openModels = (
  environment: Pick<Environment, 'PARLEY_DNS_SERVERS'>,
  egressAgent: Dispatcher,
): ModelsByKey => ({
  own: openOver(egressAgent),
  platform: openOver(providerAgent(environment.PARLEY_DNS_SERVERS)),
});
