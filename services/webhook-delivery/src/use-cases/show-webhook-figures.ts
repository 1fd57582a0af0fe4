import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import {
  type showWebhookFigures as contract,
  WEBHOOK_FIGURES_MAX,
} from '@parley/common/contracts/console/webhook-figures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { WebhookDeliveryService } from '../service.ts';
import { countOutcomes } from '../storage/figures-store.ts';

const DAY_MS = 24 * 3_600_000;

/** Success rate and duration of a key's deliveries (docs/reference/console.md#webhook-figures). Errors: unknown_key. */
export async function showWebhookFigures(
  { database, now }: WebhookDeliveryService,
  { instanceId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const target = { scope: tenantIdOf(context), instanceId };
  const since = new Date(now().getTime() - DAY_MS);
  const found = await database.read((reader) => countOutcomes(reader, target, since));
  if (!found) throw new AppError('unknown_key');
  return { ...found, isCut: found.ended === WEBHOOK_FIGURES_MAX };
}
