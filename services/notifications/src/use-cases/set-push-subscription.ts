import { createHash } from 'node:crypto';
import { type CallContext, memberOf, tenantIdOf } from '@parley/common/call-context';
import type { setPushSubscription as contract } from '@parley/common/contracts/console/push';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { EgressError } from '@parley/providers/egress/egress-policy';
import { isCurvePoint, sealTarget } from '../domain/push-target.ts';
import type { NotificationsService } from '../service.ts';
import { saveSubscription } from '../storage/push-subscription-store.ts';

/**
 * Notifies the browser of the session while the console is closed (docs/reference/notifications.md#push). Errors:
 * permission_denied (the operator is no member), invalid_endpoint, invalid_p256dh.
 */
export async function setPushSubscription(
  service: NotificationsService,
  target: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { sessionId, memberId } = memberOf(context);
  if (memberId === null)
    throw new AppError('permission_denied', { message: 'Only members of a workspace are notified.' });
  try {
    service.egress.readUrl(target.endpoint);
  } catch (error) {
    if (error instanceof EgressError) throw invalidField('endpoint', `endpoint ${error.message}.`);
    throw error;
  }
  if (!isCurvePoint(target.p256dh))
    throw invalidField('p256dh', 'p256dh must be a point of the curve P-256, as the browser gave it.');
  await service.database.transaction((sql) =>
    saveSubscription(sql, {
      sessionId,
      tenantId: tenantIdOf(context),
      endpointHash: createHash('sha256').update(target.endpoint).digest(),
      target: sealTarget(service.cipher, target),
      now: service.now(),
    }),
  );
  return { ok: true };
}
