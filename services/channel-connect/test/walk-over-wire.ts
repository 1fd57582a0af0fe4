import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { beginConnectVisit, finishConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import type { OpenChannelConnect } from './open-channel-connect.ts';

/** Opens the link like a browser, answers the dialog and returns. */
export async function walkOverWire(
  service: OpenChannelConnect,
  tenant: TestTenant,
  channel: 'fb' | 'ig' | 'tt',
  action: 'continue' | 'cancel' = 'continue',
) {
  const redirect_url = 'https://127.0.0.1:9/done';
  const { output } = await service.act(tenant, connectLink, { channel, redirectUrl: redirect_url });
  const browser_secret = 'b'.repeat(43);
  const token = output.connectUrl.split('/').at(-1) ?? '';
  const begun = await service.operate(beginConnectVisit, { token, browserSecret: browser_secret });
  if (!('location' in begun)) throw new Error(JSON.stringify(begun));
  const answer = await fetch(begun.location, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action }),
  });
  const back = new URL(answer.headers.get('location') ?? '');
  const provider = back.pathname.endsWith('/tiktok') ? 'tiktok' : 'meta';
  const given = (name: string) => back.searchParams.get(name);
  const finished = await service.operate(finishConnectLink, {
    provider,
    state: given('state') ?? '',
    code: given('code'),
    error: given('error'),
    errorReason: given('error_reason'),
    browserSecret: browser_secret,
  });
  if (!('location' in finished)) throw new Error(finished.page.title);
  return Object.fromEntries(new URL(finished.location).searchParams);
}
