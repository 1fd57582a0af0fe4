import { formsOfRun } from '@parley/testing/tier';
import { BOT_PRICE, PLATFORM_KEY } from '../support/bot-load.ts';
import { FORMS, type Form } from '../support/system.ts';

/** The variables of a system whose services are killed one after the other. */
export const KILL_VARIABLES = {
  PARLEY_AI_OPENAI_KEY: PLATFORM_KEY,
  PARLEY_BOT_PRICE: String(BOT_PRICE),
  // A send is slower than usual while processes start; only one whose process dies may become unknown.
  PARLEY_PROVIDER_TIMEOUT_MS: '10000',
};

/**
 * Whether a run kills the senders, inbound and bots of this form, or its notifications. A short run does the one in one form and
 * the other in the other form, and the next commit's run the other way round, so that each run starts each form once.
 */
export const hasTurn = (form: Form, part: 'messages' | 'notifications'): boolean =>
  formsOfRun(FORMS, part === 'messages' ? 0 : 1).includes(form);
