import { AppError } from '@parley/common/errors';
import { MEDIA_HEADERS } from '@parley/common/wa-template/template-limits';
import type { TemplateContent } from '@parley/providers/graph/template-components';
import { askProvider } from '../connecting/ask-provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { readSample } from './read-sample.client.ts';
import type { TemplateNumber } from './template-number.rules.ts';

/**
 * Uploads the sample of a file header for Meta's review, and returns its handle; null where the header has no file. Errors:
 * those of reading it, service_unavailable when the operator has not configured Meta's app, graph_error, provider_timeout.
 */
export async function uploadSample(
  service: ChannelConnectService,
  { account: { tenantId }, accessToken }: TemplateNumber,
  header: TemplateContent['header'],
): Promise<string | null> {
  const type = MEDIA_HEADERS.find((media) => media === header?.type);
  if (header === undefined || type === undefined) return null;
  const { PARLEY_META_APP_ID: appId } = service.environment;
  if (appId === undefined)
    throw new AppError('service_unavailable', {
      message: 'Samples are uploaded through the app at Meta, which is not set up on this server; ask its operator.',
      retry_after: 60,
    });
  const file = await readSample(service, tenantId, { ...header, type });
  return (await askProvider(() => service.graph.uploadSample(appId, accessToken, file))).value;
}
