import { findTemplateCategory } from '@parley/common/contracts/internal/find-template-category';
import { makeId } from '@parley/common/ids';
import type { OutboundTemplate } from '@parley/providers/outbound-message';
import { refuseTemplate, type TemplateCheck } from '../domain/refuse-template.ts';
import type { SendService } from '../service.ts';

/**
 * Checks the category of a template whose recipient opted out, or hides the number. Such recipients are few, so only
 * their sends cost a call of services/channel-connect, whose list is at most 60 s old. While there is no list, a template
 * to a hidden number is sent, and Meta refuses it if it must; one to a person who opted out is not sent. Errors:
 * opted_out, invalid_to, not_connected, graph_error, provider_timeout, service_unavailable.
 */
export async function checkTemplate(
  { bus }: Pick<SendService, 'bus'>,
  { tenantId, deadlineAt }: { tenantId: number; deadlineAt: number },
  { externalId, ...recipient }: TemplateCheck,
  { name, language }: OutboundTemplate,
): Promise<void> {
  const input = { tenantId, externalId, name, language };
  const asked = bus.call(findTemplateCategory, input, { requestId: makeId('req'), deadlineAt });
  const { category } = recipient.isOptedOut ? await asked : await asked.catch(() => ({ category: null }));
  refuseTemplate(category, recipient);
}
