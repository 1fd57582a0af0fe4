import { type CallContext, callerOf } from '@parley/common/call-context';
import { updateTemplate as contract } from '@parley/common/contracts/channels/update-template';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/messages/replayed';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { hasSameContent } from '@parley/providers/graph/compare-components';
import { toComponents } from '@parley/providers/graph/template-components';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { findTemplateNumber, findTemplatesNamed, uploadSample } from './template.steps.ts';

async function update(
  service: ChannelConnectService,
  tenantId: number,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { name, language, category, from } = input;
  const number = await findTemplateNumber(service, tenantId, from);
  const [existing] = await findTemplatesNamed(service, number, input);
  const id = existing?.id ?? null;
  if (!existing || id === null) throw new AppError('unknown_template');
  const handle = await uploadSample(service, number, input.header);
  const components = toComponents(input, handle);
  const isRecategorized = category !== undefined && category !== existing.category;
  // Meta lists neither the file of a sample nor its own text of an authentication template.
  const isComparable = handle === null && input.body !== undefined;
  const changed =
    isRecategorized || !isComparable || !hasSameContent(components, existing.components, { withExamples: true });
  if (changed) {
    const change = { ...(isRecategorized ? { category } : {}), components };
    await askProvider(() => service.graph.updateTemplate(id, number.accessToken, change));
    service.templateLists.forget(number.sharing);
  }
  return { ok: true, channel: 'wa', id, name, language, changed };
}

/**
 * Replaces the content of a template (docs/reference/channels.md#creating-templates). Meta allows few changes a day, so one
 * that changes nothing, such as a repeat after a lost answer, does not reach it. Errors: not_connected, invalid_from,
 * unknown_template, those of the sample, graph_error, provider_timeout.
 */
export const updateTemplate = (
  service: ChannelConnectService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract> | Replayed<OutputOf<typeof contract>>> =>
  withIdempotencyKey(service.answers, contract, context, () => update(service, callerOf(context).tenantId, input));
