import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { Caller } from '@parley/common/call-context';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { beginConnectVisit, finishConnectLink } from '@parley/common/contracts/internal/connect-link';
import { connectWaNumber } from '@parley/common/contracts/operator/tenant-channels';
import type { OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { request } from 'undici';
import { accountsOf, randomText } from './demo-accounts.ts';

interface Deps {
  bus: Pick<BusClient, 'call'>;
  sandbox: SandboxDriver;
}

const NAME = 'Bright Bakery';
/** Where the walk through a dialog ends. */
const REDIRECT = '/console/channels';

const secret = (bytes: number): string => randomBytes(bytes).toString('base64url');

function locationOf(step: OutputOf<typeof beginConnectVisit>): URL {
  if ('location' in step) return new URL(step.location);
  if (!('page' in step)) throw new Error('A demo connects no numbers.');
  throw new Error(`The connect link of a demo ended with ${step.page.status}: ${step.page.title}.`);
}

/** Presses Continue in the sandbox's dialog for one page; returns the callback. */
async function pressContinue(dialog: URL, pageId: string): Promise<URL> {
  const scopes = (dialog.searchParams.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  const form = new URLSearchParams({ action: 'continue', chosen: '1', [`page_${pageId}`]: 'on' });
  for (const scope of scopes) form.set(`permission_${scope}`, 'on');
  const { statusCode, headers, body } = await request(dialog, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  await body.dump();
  if (typeof headers.location !== 'string') throw new Error(`The dialog of a demo answered ${statusCode}.`);
  return new URL(headers.location, dialog);
}

/** Connects the page, or its Instagram account, as the owner does in a browser. */
async function connectPage({ bus }: Deps, caller: Caller, channel: 'fb' | 'ig', pageId: string): Promise<void> {
  const context = { requestId: makeId('req') };
  const { connectUrl } = await bus.call(connectLink, { channel, redirectUrl: REDIRECT }, { ...context, caller });
  const [token = ''] = new URL(connectUrl).pathname.split('/').slice(-1);
  const browserSecret = secret(32);
  const dialog = locationOf(await bus.call(beginConnectVisit, { token, browserSecret }, context));
  const { searchParams: query } = await pressContinue(dialog, pageId);
  const end = locationOf(
    await bus.call(
      finishConnectLink,
      {
        provider: 'meta',
        state: query.get('state') ?? '',
        code: query.get('code'),
        error: null,
        errorReason: null,
        browserSecret,
      },
      context,
    ),
  );
  if (end.searchParams.get('service_status') !== 'success') throw new Error(`A page of a demo was not connected.`);
}

/** Creates the sandbox's accounts of a workspace, with random tokens, and connects them. */
export async function connectAccounts(deps: Deps, caller: Caller): Promise<void> {
  const { bus, sandbox } = deps;
  const { tenantId, tenantSlug: slug } = caller;
  const { waba, wa, waNumber, tg, fb, ig } = accountsOf(tenantId);
  const context = { requestId: makeId('req') };
  const accessToken = secret(32);
  const botToken = `${tg}:${secret(32).slice(0, 35)}`;
  await sandbox.graph.whatsapp.putAccount({
    waba_id: waba,
    token: accessToken,
    phone_number_id: wa,
    number: waNumber,
    verified_name: NAME,
    templates: [{ name: 'order_update', language: 'en', body: 'Hi {{1}}, your order {{2}} is on its way.' }],
  });
  await sandbox.telegram.putBot({ token: botToken, username: `bright_bakery_${randomText(6)}_bot` });
  await sandbox.graph.putPage({
    id: fb,
    name: NAME,
    token: secret(32),
    instagram: { id: ig, username: 'bright.bakery', name: NAME },
  });
  await bus.call(
    connectWaNumber,
    { slug, phoneNumberId: wa, wabaId: waba, accessToken, number: `+${waNumber}`, label: 'Orders' },
    context,
  );
  await bus.call(connectTelegram, { botToken }, { ...context, caller });
  for (const channel of ['fb', 'ig'] as const) await connectPage(deps, caller, channel, fb);
}
