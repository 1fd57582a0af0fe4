import type { OutputOf } from '../api/operations.ts';
import type { Screen } from './screens.ts';

export type Trouble = OutputOf<'list-attention'>['items'][number];

const SCREENS_OF: Readonly<Record<Trouble['kind'], Screen['name']>> = {
  channel_disconnected: 'channels',
  device_offline: 'channels',
  account_restricted: 'channels',
  quality_low: 'channels',
  webhook_paused: 'webhooks',
  webhook_failing: 'webhooks',
  credit_low: 'credit',
  ai_key_refused: 'bots',
  ai_key_out_of_money: 'bots',
  bot_stopped: 'bots',
};

/** The screen that shows a trouble, and what to do. A platform webhook has an id, but no name. */
export const screenOfTrouble = ({ kind, instance_id: id, name }: Trouble): Screen['name'] =>
  id !== null && name === null ? 'platform_webhook' : SCREENS_OF[kind];
