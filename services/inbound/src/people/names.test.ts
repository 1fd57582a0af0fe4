import type { InboundItem } from '@parley/providers/received/inbound-item';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { messageItem, type OpenPeople, openPeople, PEER } from '../../test/open-people.ts';
import { openService } from '../../test/open-service.ts';
import type { ContactName } from './contact.store.ts';
import { learnNames } from './learn-names.steps.ts';

/** Learns names with the real database, from the given profiles. */
function learnFrom(people: OpenPeople, lookUp: (personId: string) => Promise<ContactName | null>) {
  const asked: string[] = [];
  const failures: unknown[] = [];
  const logger = silentLogger;
  const service = openService(people.inbound, {
    logger: { ...logger, debug: (_event, { err }: { err?: unknown }) => failures.push(err) },
    pageCallsOf: () => ({
      async getProfile(channel, personId) {
        asked.push(`${channel} ${personId}`);
        const value = await lookUp(personId);
        return { ok: true, value: { name: null, username: null, ...value } };
      },
    }),
  });
  const learn = (items: readonly InboundItem[]): void => learnNames(service, items);
  return { learn, idle: service.nameLookUps.idle, asked, failures };
}

const senders = async (people: OpenPeople) =>
  (await people.inbound.events('message.received')).map(({ data }) => data.sender);

test.for(['fb', 'ig'] as const)(
  'a person on %s has no name at first, and the one of their profile from the next message on',
  async (channel) => {
    const people = await openPeople();
    const { learn, idle, asked } = learnFrom(people, async () => ({ name: 'Jane Roe', username: 'jane' }));
    const [first, second] = [messageItem(channel), messageItem(channel)];
    await people.store(first);
    learn([first]);
    await idle();
    await people.store(second);
    learn([second]);
    await idle();
    expect(await senders(people)).toEqual([
      { name: null, username: null, phone: null },
      { name: 'Jane Roe', username: 'jane', phone: null },
    ]);
    expect(asked).toEqual([`${channel} ${PEER}`]);
  },
);

test('a profile that is empty or fails is not requested again with every message', async () => {
  const people = await openPeople();
  const failing = learnFrom(people, async () => {
    throw new Error('230: user consent is required');
  });
  const silent = learnFrom(people, async () => null);
  for (let nth = 0; nth < 3; nth++) {
    const item = messageItem('fb');
    await people.store(item);
    failing.learn([item]);
    silent.learn([item]);
    await failing.idle();
    await silent.idle();
  }
  expect([failing.asked, silent.asked]).toEqual([[`fb ${PEER}`], [`fb ${PEER}`]]);
  expect(failing.failures).toHaveLength(1);
  expect(await senders(people)).toHaveLength(3);
});

test('people with a name, people of other channels and unconnected accounts are not looked up', async () => {
  const people = await openPeople();
  const { learn, idle, asked } = learnFrom(people, async () => ({ name: 'Other', username: null }));
  const from = { address: PEER, aliases: [], name: 'Jane', username: null, phone: null };
  const items = [
    messageItem('ig', { from }),
    messageItem('tt'),
    messageItem('fb', { account: { channel: 'fb', externalId: 'nobody’s' } }),
  ];
  await people.store(...items);
  learn(items);
  await idle();
  const again = messageItem('ig');
  await people.store(again);
  learn([again]);
  await idle();
  expect(asked).toEqual([]);
  expect((await senders(people)).at(-1)).toEqual({ name: 'Jane', username: null, phone: null });
});

test('a crowd is looked up with bounded concurrency, and no message waits', async () => {
  const people = await openPeople();
  let open = 0;
  let most = 0;
  const { learn, idle } = learnFrom(people, async () => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return null;
  });
  const crowd = Array.from({ length: 200 }, (_, nth) =>
    messageItem('fb', { from: { address: `person ${nth}`, aliases: [], name: null, username: null, phone: null } }),
  );
  await people.store(...crowd);
  learn(crowd);
  await idle();
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(16);
});
