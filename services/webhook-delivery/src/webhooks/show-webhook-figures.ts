import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { showWebhookFigures as contract } from '@parley/common/contracts/console/webhook-figures';
import { AppError } from '@parley/common/errors';
import type { WebhookDeliveryService } from '../service.ts';
import { countOutcomes } from './webhook.store.ts';

const DAY_MS = 24 * 3_600_000;

const NOTHING = { ended: 0, delivered: 0, p95Ms: null, isCut: false };

/**
 * Success rate and duration of the deliveries to one key, or to all (docs/reference/console.md#webhook-figures). Errors:
 * unknown_key.
 */
export const showWebhookFigures = verb(
  contract,
  async ({ database, now }: WebhookDeliveryService, { instanceId }, context) => {
    const scope = tenantIdOf(context);
    const since = new Date(now().getTime() - DAY_MS);
    const found = await database.read((reader) =>
      countOutcomes(reader, { scope, instanceId: instanceId ?? null, since }),
    );
    if (!found && instanceId !== undefined) throw new AppError('unknown_key');
    return found ?? NOTHING;
  },
);
