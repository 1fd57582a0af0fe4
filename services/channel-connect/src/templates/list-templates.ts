import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { templates as contract } from '@parley/common/contracts/channels/templates';
import type { ChannelConnectService } from '../service.ts';
import { findTemplateNumber, listAccountTemplates } from './template.steps.ts';

/**
 * Templates of a wa account, at most 60 s old (docs/reference/channels.md#template-list). Errors: invalid_from,
 * not_connected, graph_error, provider_timeout.
 */
export const listTemplates = verb(contract, async (service: ChannelConnectService, { from }, context) => {
  const number = await findTemplateNumber(service, callerOf(context).tenantId, from);
  const templates = await listAccountTemplates(service, number);
  return { ok: true, count: templates.length, templates };
});
