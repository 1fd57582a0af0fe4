import { type CallContext, callerOf } from '@parley/common/call-context';
import { deleteTemplate as contract } from '@parley/common/contracts/channels/delete-template';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { type ProviderProblem, refusedByProvider } from '@parley/common/errors';
import type { Replayed } from '@parley/common/messages/replayed';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { findTemplateNumber, findTemplatesNamed } from './template.steps.ts';

const NAMELESS: ProviderProblem = {
  name: 'graph',
  status: null,
  code: null,
  message: 'The list of templates does not name the id of this one.',
};

async function remove(
  service: ChannelConnectService,
  tenantId: number,
  { name, language, from }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const number = await findTemplateNumber(service, tenantId, from);
  const { wabaId, accessToken, sharing } = number;
  const found = await findTemplatesNamed(service, number, { name, language });
  const [first] = found;
  if (first) {
    // Without an id Meta would delete every language.
    if (language !== undefined && first.id === null) throw refusedByProvider(NAMELESS);
    const given = { name, ...(language === undefined || first.id === null ? {} : { id: first.id }) };
    await askProvider(() => service.graph.deleteTemplate(wabaId, accessToken, given));
    service.templateLists.forget(sharing);
  }
  return { ok: true, channel: 'wa', name, language: language ?? null, deleted: found.length };
}

/**
 * Deletes a template, in one language or in all (docs/reference/channels.md#creating-templates). A template that
 * does not exist counts as deleted. Errors: not_connected, invalid_from, graph_error, provider_timeout.
 */
export const deleteTemplate = (
  service: ChannelConnectService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract> | Replayed<OutputOf<typeof contract>>> =>
  withIdempotencyKey(service.answers, contract, context, () => remove(service, callerOf(context).tenantId, input));
