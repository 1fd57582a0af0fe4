import { type CallContext, callerOf } from '@parley/common/call-context';
import { setWebhook as contract } from '@parley/common/contracts/account/webhook';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/replayed';
import { SECRET_OVERLAP_MS } from '@parley/common/secret-overlap';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { makeStandardSecret } from '@parley/providers/standard-signature';
import { refuseWebhook } from '../domain/key-webhook.ts';
import { WEBHOOK_SECRET_PURPOSE } from '../domain/webhook-secret.ts';
import type { AccountsService } from '../service.ts';
import { saveKeySecret } from '../storage/key-store.ts';
import { changeKey } from './change-key.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { showKeyWebhook } from './show-key-webhook.ts';

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
  return { ...(await showKeyWebhook(service, context)), ...(url === null ? {} : { webhookSecret: secret }) };
}

/**
 * Sets or removes the webhook of the calling key (docs/reference/webhook-delivery.md#setting-it-with-the-key). Each call
 * replaces the secret. Errors: invalid_webhook_url, set_webhook_not_allowed, webhook_in_use, invalid_api_key.
 */
export async function setKeyWebhook(
  service: AccountsService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract> | Replayed<OutputOf<typeof contract>>> {
  return withIdempotencyKey(service.answers, contract, context, () => setWebhook(service, input, context));
}
