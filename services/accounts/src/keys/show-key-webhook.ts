import { verb } from '@parley/bus/verb';
import { webhook } from '@parley/common/contracts/account/webhook';
import type { AccountsService } from '../service.ts';
import { readKeyWebhook } from './key.steps.ts';

/** The webhook of the calling key (docs/reference/webhook-delivery.md#setting-it-with-the-key). Errors: invalid_api_key. */
export const showKeyWebhook = verb(webhook, async (service: AccountsService, _input, context) =>
  readKeyWebhook(service, context),
);
