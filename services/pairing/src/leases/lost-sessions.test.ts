import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const WHILE_AWAY = 4;
const PEOPLE = ['15550011', '15550012', '15550013', '15550014', '15550015'];

let open: OpenPairing;
beforeAll(async () => {
  open = await openPairing();
  for (const number of PEOPLE) await open.network.putPhone({ number });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

const textsOf = (): string[] =>
  open.inbound.handed.flatMap(({ item }) => (item.kind === 'message' ? [item.text ?? ''] : []));

test('messages of people whose sessions are lost are asked for again, and each is reported once', async () => {
  await open.startWorker('w1');
  const tenant = await open.makeTenant();
  const device = await open.link(tenant, OWNER);
  let messageId = 1;
  for (const number of PEOPLE) {
    await open.network.writes(number, { to: OWNER, type: 'text', text: `first of ${number}` });
    await open.until('the first text', () => textsOf().includes(`first of ${number}`));
    const input = {
      tenantId: tenant.id,
      externalId: device.id,
      messageId: String(messageId++),
      to: `+${number}`,
      text: 'answer',
      media: null,
    };
    await open.bus.call(sendDeviceMessage, input, { requestId: 'req_test', deadlineAt: Date.now() + 30_000 });
  }
  await open.stopWorker('w1');
  await open.database.db.prisma.deviceKey.deleteMany({ where: { type: 'session' } });
  // Written while the device is away: the network encrypts them as it delivers, while the first are asked for again.
  const texts = PEOPLE.flatMap((number) => Array.from({ length: WHILE_AWAY }, (_, nth) => `${nth} of ${number}`));
  for (const number of PEOPLE)
    for (let nth = 0; nth < WHILE_AWAY; nth++)
      await open.network.writes(number, { to: OWNER, type: 'text', text: `${nth} of ${number}` });
  await open.startWorker('w2');
  await open.until('all texts', () => texts.every((text) => textsOf().includes(text)));
  expect(texts.map((text) => textsOf().filter((one) => one === text).length)).toEqual(texts.map(() => 1));
  // Without it nothing would have been asked for again.
  const again = (await open.network.carried()).filter(({ deliveries }) => deliveries > 1);
  expect(again).toHaveLength(texts.length);
});
