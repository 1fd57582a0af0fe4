import { retryConflicts } from '@parley/database/retry-conflicts';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { Webhook } from '../domain/webhook.ts';
import type { InboundService } from '../service.ts';
import { storeTogether } from './store-together.ts';

/** Stores one webhook in a transaction of its own, which is retried after a conflict; returns its receipts to retry. */
export const storeAlone = (service: InboundService, webhook: Webhook): Promise<InboundItem[]> =>
  retryConflicts(() => storeTogether(service, [webhook]));
