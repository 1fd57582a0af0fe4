import type { openConnectLink as contract } from '@parley/common/contracts/internal/connect-link';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { endOfLink, UNKNOWN_LINK } from '../domain/connect-link.ts';
import { hashSecret } from '../domain/secret.ts';
import type { ChannelConnectService } from '../service.ts';
import { findLink } from '../storage/link-store.ts';
import { sendBack } from './send-back.ts';

/** Returns the tenant for the page before the dialog; changes nothing (docs/reference/channels.md#connect-links). */
export async function openConnectLink(
  service: ChannelConnectService,
  { token }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const link = await findLink(service.database, hashSecret(token));
  if (!link) return UNKNOWN_LINK;
  const error = endOfLink(link, service.now());
  if (error) return sendBack(service, link, { status: 'error', error });
  const { channel, tenantName, redirectUrl } = link;
  return { ask: { channel, tenantName, returnHost: new URL(redirectUrl).host } };
}
