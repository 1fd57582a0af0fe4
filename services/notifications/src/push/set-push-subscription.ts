import { createHash } from 'node:crypto';
import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { setPushSubscription as contract } from '@parley/common/contracts/console/push';
import { AppError, invalidField } from '@parley/common/errors';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { NotificationsService } from '../service.ts';
import { isCurvePoint, sealTarget } from './push.rules.ts';
import { saveSubscription } from './push.store.ts';

/**
 * Notifies the browser of the session while the console is closed (docs/reference/notifications.md#push). Errors:
 * permission_denied (the operator is no member), invalid_endpoint, invalid_p256dh.
 */
export const setPushSubscription = verb(contract, async (service: NotificationsService, target, context) => {
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
});
