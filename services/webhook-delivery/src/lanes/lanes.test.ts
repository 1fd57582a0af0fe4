import type { ServerResponse } from 'node:http';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, status } from '../../test/receiver.ts';

let fixture: OpenDelivery;
let receiver: Receiver;

beforeEach(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

const key = (name: string): Promise<string> => fixture.addKey(`ins_${name}`, receiver.url(`/${name}`));
const untilLogged = (n: number): Promise<void> =>
  fixture.until(`${n} ended deliveries`, 'SELECT count(*) = $1 FROM delivery_log', n);
const arrivals = (n: number, path: string): Promise<unknown> =>
  pollUntil(() => (receiver.at(path).length >= n ? true : null), { what: () => `${n} at ${path}` });

/** Holds answers until the test releases them. */
function holdAnswers(path: string): ServerResponse[] {
  const held: ServerResponse[] = [];
  receiver.answer(path, (_arrived, response) => void held.push(response));
  return held;
}

describe('leases', () => {
  test('another worker takes over after the lease of a frozen one, whose late completion changes nothing', async () => {
    await key('a');
    const held = holdAnswers('/a');
    const frozen = await fixture.startWorker();
    await fixture.commit({});
    frozen.hint('ins_a');
    await arrivals(1, '/a');
    await fixture.rows(`UPDATE lanes SET lease_until = now() - interval '1 second'`);
    const second = await fixture.startWorker();
    await arrivals(2, '/a');
    const { claim_id: claimId } = await fixture.one<{ claim_id: string }>('SELECT claim_id FROM lanes');
    const [late, current] = held;
    late?.writeHead(200).end('late');
    await pollUntil(async () => ((await frozen.metric('parley_webhook_lanes_held')) === 0 ? true : null), {
      what: () => 'the frozen worker to notice',
    });
    expect(await fixture.rows('SELECT 1 FROM attempts')).toEqual([]);
    expect(await fixture.one('SELECT attempt FROM deliveries')).toEqual({ attempt: 0 });
    expect(await fixture.one('SELECT claim_id FROM lanes')).toEqual({ claim_id: claimId });
    current?.writeHead(200).end('current');
    await untilLogged(1);
    expect(await fixture.rows('SELECT response FROM attempts')).toEqual([{ response: 'current' }]);
    expect(await second.metric('parley_webhook_lease_expiries_total')).toBe(1);
    expect(await frozen.metric('parley_webhook_attempts_total', { outcome: 'delivered' })).toBe(0);
    await frozen.close();
  });

  test('a leased lane is not claimed by other workers: nothing is sent twice', async () => {
    for (const name of ['a', 'b', 'c']) await key(name);
    const workers = [await fixture.startWorker(), await fixture.startWorker(), await fixture.startWorker()];
    for (let round = 0; round < 20; round++) {
      await fixture.commit(...Array.from({ length: 10 }, () => ({})));
      for (const worker of workers) worker.hint('ins_a', 'ins_b', 'ins_c');
    }
    await untilLogged(600);
    expect(receiver.arrived).toHaveLength(600);
    expect(new Set(receiver.arrived.map(({ path, body }) => path + body.id)).size).toBe(600);
  });

  test('a closing worker finishes deliveries in flight and releases its lanes', async () => {
    await key('a');
    const held = holdAnswers('/a');
    const worker = await fixture.startWorker();
    await fixture.commit({}, {}, {});
    worker.hint('ins_a');
    await arrivals(3, '/a');
    const closing = worker.close();
    for (const response of held) response.writeHead(200).end();
    await closing;
    expect(await fixture.one('SELECT claim_id, lease_until FROM lanes')).toEqual({ claim_id: null, lease_until: null });
    expect(await fixture.one('SELECT count(*)::int AS n FROM delivery_log')).toEqual({ n: 3 });
  });
});

describe('isolation', () => {
  test('receivers that hang, each with a long backlog, do not delay the healthy one', async () => {
    for (let n = 0; n < 12; n++) {
      await key(`dead${n}`);
      receiver.answer(`/dead${n}`, () => {});
    }
    await fixture.commit(...Array.from({ length: 100 }, () => ({})));
    const worker = await fixture.startWorker();
    await pollUntil(() => (receiver.arrived.length >= 12 * 16 ? true : null), {
      what: () => 'every dead lane at its cap',
    });
    await key('healthy');
    await fixture.commit(...Array.from({ length: 50 }, () => ({})));
    worker.hint('ins_healthy');
    await fixture.until(
      'all of the healthy one',
      `SELECT count(*) = 50 FROM delivery_log WHERE instance_id = 'ins_healthy'`,
    );
    // All of them, while every dead receiver still holds its first requests.
    expect(await fixture.one(`SELECT count(*)::int AS n FROM attempts WHERE instance_id <> 'ins_healthy'`)).toEqual({
      n: 0,
    });
    for (let n = 0; n < 12; n++) expect(receiver.at(`/dead${n}`)).toHaveLength(16);
    // Releases them, so that closing does not wait for their deadline.
    await receiver[Symbol.asyncDispose]();
    receiver = await openReceiver();
  }, 60_000);

  test('a burst needs less than one statement per delivery', async () => {
    await key('a');
    const worker = await fixture.startWorker();
    await fixture.commit(...Array.from({ length: 2000 }, () => ({})));
    worker.hint('ins_a');
    await untilLogged(2000);
    expect(await worker.metric('parley_webhook_statements_total')).toBeLessThan(2000);
  });
});

describe('order', () => {
  test('first attempts of a conversation arrive one by one in the order of created_at', async () => {
    await key('a');
    const inFlight = new Map<unknown, number>();
    let overlapped = 0;
    receiver.answer('/a', ({ body }, response) => {
      const { conversation } = body.data;
      const now = (inFlight.get(conversation) ?? 0) + 1;
      inFlight.set(conversation, now);
      if (now > 1) overlapped++;
      setImmediate(() => {
        inFlight.set(conversation, now - 1);
        response.writeHead(200).end();
      });
    });
    const base = Date.now();
    const events = Array.from({ length: 200 }, (_, n) => ({
      conversationId: n % 7,
      createdAt: new Date(base + n),
      data: { conversation: n % 7, n },
    }));
    for (let at = 0; at < events.length; at += 20) await fixture.commit(...events.slice(at, at + 20));
    const worker = await fixture.startWorker();
    worker.hint('ins_a');
    await untilLogged(200);
    expect(overlapped).toBe(0);
    for (let conversation = 0; conversation < 7; conversation++) {
      const order = receiver.arrived
        .filter(({ body }) => body.data.conversation === conversation)
        .map(({ body }) => Number(body.data.n));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });

  test('a failing event does not delay later ones of its conversation', async () => {
    await key('a');
    receiver.answer('/a', ({ body }, response) => response.writeHead(body.data.n === 1 ? 500 : 200).end());
    await fixture.commit(...[1, 2, 3].map((n) => ({ conversationId: 5, data: { n } })));
    const worker = await fixture.startWorker();
    worker.hint('ins_a');
    await untilLogged(2);
    expect(await fixture.one('SELECT attempt FROM deliveries')).toEqual({ attempt: 1 });
  });
});

describe('outages', () => {
  test('events whose hint was lost are delivered by the poll, in a new lane and in a running one', async () => {
    await key('a');
    await fixture.startWorker();
    await fixture.commit({});
    await untilLogged(1);
    const held = holdAnswers('/a');
    await fixture.commit({});
    await arrivals(2, '/a');
    await fixture.commit({});
    await arrivals(3, '/a');
    for (const response of held) response.writeHead(200).end();
    await untilLogged(3);
  });

  test('broken database connections under load lose no event and repeat no answered one', async () => {
    for (const name of ['a', 'b']) await key(name);
    const worker: Worker = await fixture.startWorker();
    for (let round = 0; round < 10; round++) {
      await fixture.commit(...Array.from({ length: 50 }, () => ({})));
      worker.hint('ins_a', 'ins_b');
      await fixture
        .rows(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
        .catch(() => []);
    }
    await untilLogged(1000);
    const sent = receiver.arrived.map(({ path, body }) => path + body.id);
    expect(new Set(sent).size).toBe(1000);
    expect(sent).toHaveLength(1000);
    expect(await fixture.one('SELECT count(*)::int AS n FROM attempts')).toEqual({ n: 1000 });
  });

  test('a receiver that was down gets everything when it is up again', async () => {
    await key('a');
    receiver.answer('/a', status(503));
    const worker = await fixture.startWorker({
      variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1' },
    });
    await fixture.commit(...Array.from({ length: 40 }, () => ({})));
    worker.hint('ins_a');
    await arrivals(5, '/a');
    receiver.answer('/a', status(200));
    await fixture.until('all', `SELECT count(*) = 40 FROM delivery_log WHERE status = 'delivered'`);
  });
});
