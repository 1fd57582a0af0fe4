import { type CallContext, callerOf } from '@parley/common/call-context';
import type { templates as contract } from '@parley/common/contracts/channels/templates';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { ChannelConnectService } from '../service.ts';
import { findTemplateNumber } from './find-template-number.ts';
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
  const number = await findTemplateNumber(service, callerOf(context).tenantId, from);
  const templates = await listAccountTemplates(service, number);
  return { ok: true, count: templates.length, templates };
}
