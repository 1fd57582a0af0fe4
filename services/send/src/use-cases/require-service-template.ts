import { findTemplateCategory } from '@parley/common/contracts/internal/find-template-category';
import { makeId } from '@parley/common/ids';
import type { OutboundTemplate } from '@parley/providers/outbound-message';
import { refuseMarketing } from '../domain/marketing.ts';
import type { SendService } from '../service.ts';

/**
 * Requires that a template to a person who opted out is no marketing. Its category is asked for only here, because few
 * people opt out: services/channel-connect has the list, at most 60 s old. Errors: opted_out, not_connected, graph_error,
 * provider_timeout, service_unavailable.
 */
export async function requireServiceTemplate(
  { bus }: Pick<SendService, 'bus'>,
  { tenantId, externalId, deadlineAt }: { tenantId: number; externalId: string; deadlineAt?: number },
  { name, language }: OutboundTemplate,
): Promise<void> {
  const input = { tenantId, externalId, name, language };
  const context = { requestId: makeId('req'), ...(deadlineAt === undefined ? {} : { deadlineAt }) };
  const { category } = await bus.call(findTemplateCategory, input, context);
  refuseMarketing(category);
}
