import { expect, test } from 'vitest';
import { messageItem, openPeople } from '../../test/open-people.ts';
import { PAGE } from '../../test/seed-database.ts';

// The store expects the accounts of the last webhook: docs/adr/0016-few-round-trips.md#round-trips.

test('a message for an account that was moved to another tenant since the last one belongs to the new tenant', async () => {
  const { inbound, store } = await openPeople();
  await store(messageItem('fb', { text: 'to the first' }));
  const otherTenantId = await inbound.addTenant('other');
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE external_id = $1`, PAGE);
  await inbound.addAccount({ tenantId: otherTenantId, channel: 'fb', externalId: PAGE, name: 'fb shop' });
  await store(messageItem('fb', { text: 'to the second' }), messageItem('fb', { text: 'and again' }));
  expect(await inbound.rows('SELECT tenant_id, text FROM messages ORDER BY id')).toEqual([
    { tenant_id: inbound.tenantId, text: 'to the first' },
    { tenant_id: otherTenantId, text: 'to the second' },
    { tenant_id: otherTenantId, text: 'and again' },
  ]);
  expect(await inbound.rows('SELECT count(*)::int AS count FROM contacts GROUP BY tenant_id')).toEqual([
    { count: 1 },
    { count: 1 },
  ]);
});

test('a message for an account that was disconnected since the last one is kept as unknown, without an event', async () => {
  const { inbound, store } = await openPeople();
  await store(messageItem('fb'));
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE external_id = $1`, PAGE);
  await store(messageItem('fb'));
  expect(await inbound.rows('SELECT 1 AS stored FROM messages')).toEqual([{ stored: 1 }]);
  expect(await inbound.rows('SELECT reason FROM unknown_provider_events')).toEqual([
    { reason: 'no connected account' },
  ]);
  expect(await inbound.events()).toHaveLength(1);
});

test('a message for an account that was connected since the last one is stored', async () => {
  const { inbound, store } = await openPeople();
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE external_id = $1`, PAGE);
  await store(messageItem('fb'));
  await inbound.rows(`UPDATE channel_accounts SET status = 'connected' WHERE external_id = $1`, PAGE);
  await store(messageItem('fb'));
  expect(await inbound.rows('SELECT 1 AS stored FROM messages')).toEqual([{ stored: 1 }]);
});

test('events have the account’s current name', async () => {
  const { inbound, store } = await openPeople();
  await store(messageItem('fb'));
  await inbound.rows(`UPDATE channel_accounts SET name = 'New name' WHERE external_id = $1`, PAGE);
  await store(messageItem('fb'));
  const events = await inbound.events();
  expect(events.map(({ data }) => data.account)).toMatchObject([{ label: 'fb shop' }, { label: 'New name' }]);
});

test('two replicas that receive the same messages at once store each once, with one event', async () => {
  const { inbound, store, storeElsewhere } = await openPeople();
  await store(messageItem('fb'));
  for (let round = 0; round < 20; round++) {
    const items = [messageItem('fb', { text: `${round}` }), messageItem('fb', { text: `${round} too` })];
    await Promise.all([store(...items), storeElsewhere(...items), store(...items)]);
  }
  expect(await inbound.rows('SELECT count(*)::int AS count FROM messages')).toEqual([{ count: 41 }]);
  expect(await inbound.events()).toHaveLength(41);
});
