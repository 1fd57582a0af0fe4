import { type CallContext, callerOf } from '@parley/common/call-context';
import { createTemplate as contract } from '@parley/common/contracts/channels/create-template';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/messages/replayed';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { hasSameContent } from '@parley/providers/graph/compare-components';
import type { NewTemplate } from '@parley/providers/graph/template-calls';
import { parameterFormat, toComponents } from '@parley/providers/graph/template-components';
import type { GraphTemplate } from '@parley/providers/graph/whatsapp-cloud-client';
import { retryRefused } from '@parley/providers/http/retry-refused';
import { providerError } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import type { TemplateNumber } from './template.rules.ts';
import { findTemplateNumber, findTemplatesNamed, uploadSample } from './template.steps.ts';
import { saveTemplateCategory } from './template.store.ts';

type Made = Pick<OutputOf<typeof contract>, 'id' | 'status' | 'category'>;

const isOwn = (template: NewTemplate, { category, components }: GraphTemplate): boolean =>
  template.category === 'AUTHENTICATION'
    ? category === 'AUTHENTICATION'
    : hasSameContent(template.components, components, { withExamples: false });

/** Creates a template; an existing one with the same content counts as created by an earlier request without an answer. */
async function makeOnce(service: ChannelConnectService, number: TemplateNumber, template: NewTemplate): Promise<Made> {
  const { wabaId, accessToken } = number;
  const asked = await retryRefused(() => service.graph.createTemplate(wabaId, accessToken, template));
  if (asked.ok) return { ...asked.value, category: asked.value.category || template.category };
  if (asked.failure.kind !== 'refused' || asked.failure.provider.status === null) throw providerError(asked.failure);
  const [existing] = await findTemplatesNamed(service, number, template);
  if (!existing) throw providerError(asked.failure);
  const { id, status, category } = existing;
  if (id === null || !isOwn(template, existing)) throw new AppError('template_exists');
  return { id, status, category };
}

async function create(
  service: ChannelConnectService,
  tenantId: number,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { name, language, category, from } = input;
  const number = await findTemplateNumber(service, tenantId, from);
  const handle = await uploadSample(service, number, input.header);
  const components = toComponents(input, handle);
  const template: NewTemplate = { name, language, category, parameterFormat: parameterFormat(input), components };
  const made = await makeOnce(service, number, template);
  const stored = { name, language, category: made.category, at: service.now() };
  await saveTemplateCategory(service.database, number.sharing, stored);
  service.templateLists.forget(number.sharing);
  return { ok: true, channel: 'wa', id: made.id, name, language, status: made.status, category: made.category };
}

/**
 * Creates a template, which Meta reviews (docs/reference/channels.md#creating-templates). A repeat after a lost answer finds
 * it and answers as the first would have. Errors: not_connected, invalid_from, template_exists, those of the sample,
 * graph_error, provider_timeout.
 */
export const createTemplate = (
  service: ChannelConnectService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract> | Replayed<OutputOf<typeof contract>>> =>
  withIdempotencyKey(service.answers, contract, context, () => create(service, callerOf(context).tenantId, input));
