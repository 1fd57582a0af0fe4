import type { getDelivery as contract } from '@parley/common/contracts/operator/deliveries';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { buildBody, type KeptSecrets, sentHeaders } from '../attempts/request.rules.ts';
import { renderOtherForm } from '../evolution/render-other-form.steps.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { type DeliveryContent, type FoundAttempt, findAttempts, findContent, findDelivery } from './delivery.store.ts';
import { toDeliveryView } from './delivery-view.rules.ts';
import { findScope } from './find-scope.steps.ts';

/** Null where a secret cannot be decrypted, so that the rest is still shown. */
function readSecrets({ openSecrets }: WebhookDeliveryService, { event, secrets }: DeliveryContent): KeptSecrets | null {
  try {
    return { ...openSecrets(secrets, event.platform !== null), previousUntil: secrets.previousUntil };
  } catch {
    return null;
  }
}

const toAttemptView = (attempt: FoundAttempt, headers: Record<string, string> | null) => {
  const { at, statusCode, latencyMs, error, response } = attempt;
  return { at: at.toISOString(), statusCode, latencyMs, error, response, headers };
};

/**
 * A delivery with its attempts, its body and the headers of each attempt
 * (docs/reference/webhook-delivery.md#managing-deliveries). Errors: unknown_tenant, unknown_delivery.
 */
export async function getDelivery(
  service: WebhookDeliveryService,
  { slug, id }: Scoped<InputOf<typeof contract>>,
): Promise<OutputOf<typeof contract>> {
  const { database } = service;
  const scope = await findScope(service, { slug });
  const [delivery, content] = await Promise.all([findDelivery(database, scope, id), findContent(database, scope, id)]);
  if (!delivery || !content) throw new AppError('unknown_delivery');
  const attempts = await findAttempts(database, delivery.id, delivery.instanceId);
  const secrets = readSecrets(service, content);
  const rendered = await renderOtherForm(service, { ...content.event, url: content.url });
  const event = { ...content.event, rendered };
  return {
    ...toDeliveryView(delivery),
    payload: buildBody(event).toString('utf8'),
    attempts: attempts.map((attempt) => toAttemptView(attempt, sentHeaders(event, attempt, secrets))),
  };
}
