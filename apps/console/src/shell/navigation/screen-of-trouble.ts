import type { OutputOf } from '../../api/operations.ts';
import type { Screen } from '../screens.ts';

type Attention = OutputOf<'list-attention'>;
export type Trouble = Attention['items'][number] | NonNullable<Attention['coming']>[number];

const SCREENS_OF: Readonly<Record<Trouble['kind'], Screen['name']>> = {
  channel_disconnected: 'channels',
  device_offline: 'channels',
  account_restricted: 'channels',
  payment_missing: 'channels',
  token_expires: 'channels',
  app_unused: 'channels',
  quality_low: 'channels',
  webhook_paused: 'webhooks',
  webhook_failing: 'webhooks',
  credit_low: 'credit',
  ai_key_refused: 'bots',
  ai_key_out_of_money: 'bots',
  bot_stopped: 'bots',
};

/** The screen that shows a trouble, and what to do. A platform webhook has an id, but no name. */
export const screenOfTrouble = (trouble: Trouble): Screen['name'] =>
  'instance_id' in trouble && trouble.instance_id !== null && trouble.name === null
    ? 'platform_webhook'
    : SCREENS_OF[trouble.kind];
