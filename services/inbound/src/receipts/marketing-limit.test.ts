import { expect, test } from 'vitest';
import { addSent } from '../../test/add-sent.ts';
import { openForTest } from '../../test/open-inbound.ts';
import { statusesBody, statusOf, wamid } from '../../test/wa-bodies.ts';

const AT = '1772359200';
const failed = (id: string, code: number, timestamp = AT) =>
  statusesBody(statusOf(id, 'failed', { timestamp, errors: [{ code, title: 'No' }] }));

test('a person whose limit of marketing is reached is remembered for a day, once for each further refusal', async () => {
  const inbound = await openForTest();
  const held = () => inbound.rows('SELECT opted_out, decided_at, marketing_held_until FROM consents');
  const [first, second, other] = [wamid(), wamid(), wamid()];
  for (const id of [first, second, other]) await addSent(inbound, 'sent', id);
  // All three went to one person.
  await inbound.rows(
    `INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
     SELECT tenant_id, channel, '+15551234567', min(id) FROM contacts GROUP BY tenant_id, channel`,
  );
  await inbound.receiveMeta(failed(other, 131026));
  expect(await held()).toEqual([]);
  await inbound.receiveMeta(failed(first, 131049));
  const until = (day: string) => [
    { opted_out: false, decided_at: null, marketing_held_until: new Date(`2026-03-${day}T10:00:00.000Z`) },
  ];
  expect(await held()).toEqual(until('02'));
  await inbound.receiveMeta(failed(second, 131049, String(Number(AT) + 86_400)));
  expect(await held()).toEqual(until('03'));
  await inbound.receiveMeta(failed(first, 131049));
  expect(await held()).toEqual(until('03'));
});

test('a refusal that arrives before the send is settled is remembered too', async () => {
  const inbound = await openForTest();
  const messageId = await addSent(inbound, 'sending', null);
  const status = statusOf(wamid(), 'failed', {
    timestamp: AT,
    errors: [{ code: 131049, title: 'No' }],
    biz_opaque_callback_data: messageId,
  });
  await inbound.receiveMeta(statusesBody(status));
  expect(await inbound.rows('SELECT marketing_held_until FROM consents')).toEqual([
    { marketing_held_until: new Date('2026-03-02T10:00:00.000Z') },
  ]);
});
