import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import { signHub } from '@parley/providers/graph/signature';
import { expect, test } from 'vitest';
import { APP_SECRET, type OpenInbound, openForTest } from '../../test/open-inbound.ts';

// Webhooks of Instagram accounts behind a page and with their own login (docs/reference/ig.md#instagram-login).
const INSTAGRAM_SECRET = 'instagram-secret';
const CONTAINER_SECRET = 'container-secret';
const OWN = '17841405309211844';
const LINKED = '17841405309211845';
const PERSON = '910000000000001';

const SECRETS = {
  PARLEY_INSTAGRAM_APP_SECRET: INSTAGRAM_SECRET,
  PARLEY_INSTAGRAM_META_APP_SECRET: CONTAINER_SECRET,
};

/** A system with an account of each login. */
async function openLogins(variables: Record<string, string> = SECRETS): Promise<OpenInbound> {
  const inbound = await openForTest({ variables });
  const { tenantId } = inbound;
  await inbound.addAccount({ tenantId, channel: 'ig', externalId: OWN });
  const page = await inbound.addAccount({ tenantId, channel: 'fb', externalId: '1908' });
  const linked = await inbound.addAccount({ tenantId, channel: 'ig', externalId: LINKED });
  await inbound.rows('UPDATE channel_accounts SET linked_account_id = $1 WHERE id = $2', page, linked);
  return inbound;
}

let nextId = 1;
const messageTo = (account: string) => ({
  object: 'instagram',
  entry: [
    {
      id: account,
      time: Date.now(),
      messaging: [
        {
          sender: { id: PERSON },
          recipient: { id: account },
          timestamp: Date.now(),
          message: { mid: `aWdf${nextId++}`, text: 'Hello' },
        },
      ],
    },
  ],
});
const receive = (inbound: OpenInbound, body: object, secret: string) => {
  const raw = JSON.stringify(body);
  const signature = signHub(Buffer.from(raw), secret);
  return inbound.call(receiveCallback, { provider: 'meta', account: null, raw, signature });
};
const countOf = async (inbound: OpenInbound) => (await inbound.events('message.received')).length;

test.each([
  ['the Instagram app', INSTAGRAM_SECRET],
  ['its Meta app', CONTAINER_SECRET],
])('a message to an account with its own login arrives with a signature of %s', async (_, secret) => {
  const inbound = await openLogins();
  await receive(inbound, messageTo(OWN), secret);
  expect(await countOf(inbound)).toBe(1);
});

test('where Instagram’s product may be in the Meta app, its signature is enough: no message is lost', async () => {
  const inbound = await openLogins({ PARLEY_INSTAGRAM_APP_SECRET: INSTAGRAM_SECRET });
  await receive(inbound, messageTo(OWN), APP_SECRET);
  await receive(inbound, messageTo(LINKED), APP_SECRET);
  expect(await countOf(inbound)).toBe(2);
});

test('what the app of the other login reports is left out: no message arrives twice', async () => {
  const inbound = await openLogins();
  await receive(inbound, messageTo(OWN), APP_SECRET);
  await receive(inbound, messageTo(LINKED), INSTAGRAM_SECRET);
  expect(await countOf(inbound)).toBe(0);
  await receive(inbound, messageTo(OWN), INSTAGRAM_SECRET);
  await receive(inbound, messageTo(LINKED), APP_SECRET);
  expect(await countOf(inbound)).toBe(2);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
});

test('a flat comment arrives', async () => {
  const received: unknown[] = [];
  const inbound = await openLogins();
  await inbound.startNeighbours({ storeComments: async (input) => void received.push(input) });
  const from = { id: PERSON, username: 'jane' };
  const media = { id: '17900000000000003', media_product_type: 'FEED' };
  const value = { id: '17860000000000001', from, text: 'How much?', media };
  const entry = [{ id: OWN, time: Math.floor(Date.now() / 1000), field: 'comments', value }];
  await receive(inbound, { object: 'instagram', entry }, INSTAGRAM_SECRET);
  expect(JSON.stringify(received)).toContain('17860000000000001');
});

test('a forged signature, and one with another secret, are refused', async () => {
  const inbound = await openLogins();
  for (const secret of ['', 'foreign', `${INSTAGRAM_SECRET} `])
    await expect(receive(inbound, messageTo(OWN), secret)).rejects.toMatchObject({ code: 'invalid_signature' });
  expect(await countOf(inbound)).toBe(0);
});
