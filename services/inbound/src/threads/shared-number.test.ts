import { makeTestBot } from '@parley/testing/factories/test-bot';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, contactOf, seconds, textMessage } from '../../test/wa-bodies.ts';

const PEOPLE = 50;
const STEPS = 20;
const START = Date.UTC(2026, 10, 1, 12);
const AT_ONCE = 8;

/** One step of a thread: a message to this app, a copy, or both after a hand-over between the two. */
type Step = { webhooks: unknown[]; id: string; isOurs: boolean };

const timeOf = (step: number): string => seconds(new Date(START + step * 2000));

function stepsOf(person: number, random: () => number): Step[] {
  const from = String(16_505_550_000 + person);
  const contacts = [contactOf(from, `Person ${person}`)];
  const handover = (type: string, step: number) =>
    changeOf(
      {
        messaging_product: 'whatsapp',
        sender: { phone_number: from },
        recipient: { phone_number_id: NUMBER },
        type,
        timestamp: timeOf(step),
        [type]: {},
      },
      'messaging_handovers',
    );
  let isOurs = false;
  return Array.from({ length: STEPS }, (_, step) => {
    const message = textMessage(from, `${person}.${step}`, { timestamp: timeOf(step) });
    const owned = changeOf(changeValue({ contacts, messages: [message] }));
    const copy = changeOf(changeValue({ standby: { contacts, messages: [message] } }), 'standby');
    const draw = random();
    const webhooks: unknown[] = [bodyOf(isOurs ? owned : copy)];
    // Some messages are reported in both ways, and some webhooks twice.
    if (draw < 0.2) webhooks.push(bodyOf(isOurs ? owned : copy));
    if (draw > 0.7) {
      webhooks.push(bodyOf(handover(isOurs ? 'control_taken' : 'control_passed', step)));
      isOurs = !isOurs;
    }
    return { webhooks, id: message.id, isOurs };
  });
}

test('1,000 messages of a shared number, as copies and as own, are stored once, and no bot answers what another app has', async () => {
  const inbound = await openForTest();
  inbound.setNow(new Date(START + STEPS * 2000));
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const { next: random } = makeSeededRandom(51);
  const threads = Array.from({ length: PEOPLE }, (_, person) => stepsOf(person, random));
  // The webhooks of a person may overtake each other: those of each round of steps arrive in any order.
  const all = threads.flatMap((steps, person) =>
    steps.flatMap(({ webhooks }, step) => webhooks.map((body) => ({ body, rank: step + random() * 3, person }))),
  );
  const waiting = all.toSorted((a, b) => a.rank - b.rank);
  const receive = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await inbound.receiveMeta(next.body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, receive));

  const stored = await inbound.rows<{ id: string }>('SELECT provider_message_id AS id FROM messages');
  expect(stored.map(({ id }) => id).toSorted()).toEqual(
    threads
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  );
  const owners = await inbound.rows<{ peer: string; owner: string }>(
    'SELECT peer, thread_owner AS owner FROM conversations ORDER BY peer',
  );
  expect(owners.map(({ owner }) => owner)).toEqual(threads.map((steps) => (steps.at(-1)?.isOurs ? 'ours' : 'theirs')));
  const answered = await inbound.rows(
    `SELECT m.id FROM bot_turns t JOIN messages m ON m.id = t.trigger_message_id WHERE m.extra ? 'standby'`,
  );
  expect(answered).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM quarantined_elements')).toEqual([]);
});
