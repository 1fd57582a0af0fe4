import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { sendTestEvent as contract } from '@parley/common/contracts/operator/deliveries';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { TargetInput } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { sampleData } from './sample-event.rules.ts';
import { findTarget } from './webhook.steps.ts';
import { insertTestEvent } from './webhook.store.ts';

type SendTest = TargetInput & Pick<InputOf<typeof contract>, 'note'> & { event: string };

/**
 * Sends a sample event to a key's webhook, or without an id to the platform webhook of a tenant or of the deployment
 * (docs/reference/webhook-delivery.md#managing-deliveries). Errors: unknown_tenant, unknown_key,
 * unknown_platform_webhook.
 */
export async function sendTestEvent(
  service: WebhookDeliveryService,
  input: SendTest,
): Promise<OutputOf<typeof contract>> {
  const target = await findTarget(service, input);
  const { event: type, note } = input;
  const eventId = makeId('evt');
  const at = service.now();
  const data = JSON.stringify(sampleData(type, { at, note }));
  const deliveryId = await insertTestEvent(service.database, { ...target, eventId, type, data, at });
  if (deliveryId === null) throw new AppError(input.instanceId ? 'unknown_key' : 'unknown_platform_webhook');
  wakeDeliveries(service.bus, [target.instanceId]);
  return { eventId, deliveryId };
}
