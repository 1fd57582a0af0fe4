import { verb } from '@parley/bus/verb';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { setWebhook as contract } from '@parley/common/contracts/account/webhook';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { SECRET_OVERLAP_MS } from '@parley/common/workspace/secret-overlap';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import type { AccountsService } from '../service.ts';
import { refuseWebhook, WEBHOOK_SECRET_PURPOSE } from './key.rules.ts';
import { changeKey, checkWebhookUrl, readKeyWebhook } from './key.steps.ts';
import { saveKeySecret } from './key.store.ts';

async function setWebhook(
  service: AccountsService,
  { url, events, replace = false }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { cipher, now } = service;
  const { tenantId, instanceId } = callerOf(context);
  if (url !== null) await checkWebhookUrl(service, url, { field: 'url', owner: `tenant ${tenantId}` });
  const secret = makeStandardSecret();
  const changed = await changeKey(service, { tenantId, instanceId }, async (key, { sql }) => {
    const refusal = refuseWebhook(key, { url, replace });
    if (refusal !== null) throw new AppError(refusal);
    // Another receiver must not get signatures by the secret of the one before.
    const overlapMs = url === key.webhookUrl ? SECRET_OVERLAP_MS : 0;
    await saveKeySecret(sql, tenantId, instanceId, {
      encrypted: cipher.encrypt(secret, WEBHOOK_SECRET_PURPOSE),
      previousUntil: new Date(now().getTime() + overlapMs),
    });
    return { webhookUrl: url, ...(events ? { events } : {}) };
  });
  // It was revoked after the gateway had cached it.
  if (!changed) throw new AppError('invalid_api_key');
  return { ...(await readKeyWebhook(service, context)), ...(url === null ? {} : { webhookSecret: secret }) };
}

/**
 * Sets or removes the webhook of the calling key (docs/reference/webhook-delivery.md#setting-it-with-the-key). Each call
 * replaces the secret. Errors: invalid_webhook_url, set_webhook_not_allowed, webhook_in_use, invalid_api_key.
 */
export const setKeyWebhook = verb(contract, async (service: AccountsService, input, context) => {
  return withIdempotencyKey(service.answers, contract, context, () => setWebhook(service, input, context));
});
