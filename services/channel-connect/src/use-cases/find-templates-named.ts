import type { GraphTemplate } from '@parley/providers/graph/whatsapp-cloud-client';
import { askProvider } from '../adapters/ask-provider.ts';
import type { TemplateNumber } from '../domain/template-number.ts';
import type { ChannelConnectService } from '../service.ts';

/** The templates of this name at Meta now, in one language or in all. Errors: graph_error, provider_timeout. */
export async function findTemplatesNamed(
  { graph }: ChannelConnectService,
  { wabaId, accessToken }: TemplateNumber,
  { name, language }: { name: string; language?: string | undefined },
): Promise<GraphTemplate[]> {
  // Meta's filter finds parts of names as well.
  const { value: listed } = await askProvider(() => graph.listTemplates(wabaId, accessToken, name));
  return listed.filter((one) => one.name === name && (language === undefined || one.language === language));
}
