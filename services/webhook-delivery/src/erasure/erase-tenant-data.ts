import { verb } from '@parley/bus/verb';
import {
  eraseTenantData as contracts,
  type EraseProgress,
  eraseProgress,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import { DEPLOYMENT } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { type LogPosition, removeTenantBatch, removeTenantLogged } from './erase.store.ts';
import { LOG, logCursor, REST, readEraseCursor } from './erase-cursor.rules.ts';
import { findNextLog } from './find-next-log.steps.ts';

type Input = InputOf<(typeof contracts)['webhook-delivery']>;

async function eraseLogged(
  service: WebhookDeliveryService,
  tenantId: number,
  after: LogPosition,
): Promise<EraseProgress> {
  const { instanceId } = after;
  const { removed, last } = await removeTenantLogged(service.database, tenantId, after);
  const cursor =
    last === null ? await findNextLog(service, [DEPLOYMENT], instanceId, REST) : logCursor(instanceId, last);
  return { erased: { deliveries: removed }, cursor, waiting: 0 };
}

/**
 * Erases a batch of a tenant's events, deliveries and lanes. The log of the deployment's platform webhook comes before
 * the events that it refers to.
 */
export const eraseTenantData = verb(
  contracts['webhook-delivery'],
  async (service: WebhookDeliveryService, { tenantId, cursor }: Input) => {
    const at = cursor ?? (await findNextLog(service, [DEPLOYMENT], '', REST));
    const { step, first, second } = readEraseCursor(at);
    if (step === LOG) return eraseLogged(service, tenantId, { instanceId: first, id: second });
    return eraseProgress(await removeTenantBatch(service.database, tenantId), REST);
  },
);
