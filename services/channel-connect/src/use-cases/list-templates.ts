import { type CallContext, callerOf } from '@parley/common/call-context';
import type { templates as contract } from '@parley/common/contracts/channels/templates';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { findNumberNamed } from '../domain/find-number.ts';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from '../storage/account-store.ts';
import { listAccountTemplates } from './list-account-templates.ts';

/**
 * Templates of a wa account, at most 60 s old (docs/reference/channels.md#template-list). Errors: invalid_from,
 * not_connected, graph_error, provider_timeout.
 */
export async function listTemplates(
  service: ChannelConnectService,
  { from }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const numbers = await listConnected(service.database, callerOf(context).tenantId, ['wa']);
  if (numbers.length === 0) throw new AppError('not_connected', { message: 'No wa number is connected.' });
  const account = findNumberNamed(numbers, from ?? null);
  if (!account) throw invalidField('from', 'from must be the id, number or label of a connected wa number.');
  const templates = await listAccountTemplates(service, account);
  return { ok: true, count: templates.length, templates };
}
