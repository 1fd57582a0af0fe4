import { findTemplateCategory } from '@parley/common/contracts/internal/find-template-category';
import { makeId } from '@parley/common/ids';
import type { OutboundTemplate } from '@parley/providers/outbound-message';
import { refuseTemplate, type TemplateRecipient } from '../domain/refuse-template.ts';
import type { SendService } from '../service.ts';

/**
 * Checks the category of a template whose recipient opted out, or hides the number. It is asked for only here, because
 * such recipients are few: services/channel-connect has the list, at most 60 s old. Without a list the platform decides
 * about a hidden number; for a person who opted out nothing is sent. Errors: opted_out, invalid_to, not_connected,
 * graph_error, provider_timeout, service_unavailable.
 */
export async function checkTemplate(
  { bus }: Pick<SendService, 'bus'>,
  { tenantId, externalId, ...recipient }: TemplateRecipient & { tenantId: number; externalId: string },
  { name, language }: OutboundTemplate,
): Promise<void> {
  const input = { tenantId, externalId, name, language };
  const asked = bus.call(findTemplateCategory, input, { requestId: makeId('req') });
  const { category } = recipient.isOptedOut ? await asked : await asked.catch(() => ({ category: null }));
  refuseTemplate(category, recipient);
}
