import { fieldError } from '@parley/common/errors';
import { refuseUrl } from '../adapters/refuse-url.ts';
import type { AccountsService } from '../service.ts';

/**
 * Checks a webhook URL when it is set. `field` is its name in the request; look-ups of one `owner` share a limit.
 * Errors: invalid_webhook_url.
 */
export async function checkWebhookUrl(
  { egress }: Pick<AccountsService, 'egress'>,
  url: string,
  { field = 'webhook_url', owner }: { field?: string; owner?: string } = {},
): Promise<void> {
  const reason = await refuseUrl(egress, url, owner);
  if (reason !== null) throw fieldError([{ field, code: 'invalid_webhook_url', message: `${field} ${reason}.` }]);
}
