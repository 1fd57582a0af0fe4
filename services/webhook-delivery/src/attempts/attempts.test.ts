import { pollUntil } from '@parley/testing/poll-until';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSecret, type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { type Arrived, openReceiver, type Receiver, serviceSignature, status } from '../../test/receiver.ts';

interface AttemptRow {
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  response: string | null;
}

let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let nextKey = 0;
let instanceId: string;
let secret: string;
let path: string;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ attemptTimeoutMs: 600 });
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // Only one key at a time has events.
  await fixture.rows('UPDATE api_keys SET revoked_at = now()');
  instanceId = `ins_attempt${++nextKey}`;
  path = `/${instanceId}`;
  secret = await fixture.addKey(instanceId, receiver.url(path));
});

async function commitOne(data: unknown = { n: 1 }): Promise<string> {
  const [id = ''] = await fixture.commit({ data });
  worker.hint(instanceId);
  return id;
}

const arrival = (): Promise<Arrived> =>
  pollUntil(() => receiver.at(path)[0] ?? null, { what: () => `a webhook at ${path}` });

const attempted = (): Promise<AttemptRow> =>
  pollUntil(
    async () =>
      (await fixture.rows<AttemptRow>('SELECT * FROM attempts WHERE instance_id = $1 ORDER BY at', instanceId))[0] ??
      null,
    { what: () => 'a stored attempt' },
  );

const logged = () =>
  fixture.rows<{ status: string; attempts: number }>(
    'SELECT status, attempts FROM delivery_log WHERE instance_id = $1',
    instanceId,
  );

describe('a request', () => {
  test('contains the stored text of data byte for byte, in an envelope of five members', async () => {
    const data = { text: 'مرحبا 👋 "quoted" \\ \u2028', n: 1.5 };
    const id = await commitOne(data);
    const { raw, headers, body } = await arrival();
    expect(raw).toBe(
      `{"id":"${id}","event":"message.received","instance_id":"${instanceId}","created_at":"${body.created_at}","data":${JSON.stringify(data)}}`,
    );
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'message.received',
      'user-agent': 'Parley-Webhooks/1',
      'webhook-id': id,
    });
    expect(headers['x-service-signature-previous']).toBeUndefined();
  });

  test('has a signature that verifies by the reference and by the library of Standard Webhooks', async () => {
    await commitOne();
    const { raw, headers } = await arrival();
    expect(headers['x-service-signature']).toBe(serviceSignature(raw, secret));
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toMatchObject({
      instance_id: instanceId,
    });
  });

  test('verifies with the old and the new secret during a rotation', async () => {
    const newest = makeSecret();
    await fixture.rows(
      `UPDATE api_keys SET previous_secret = webhook_secret, previous_secret_until = now() + interval '24 hours', webhook_secret = $2
        WHERE instance_id = $1`,
      instanceId,
      fixture.encrypt(newest),
    );
    await commitOne();
    const { raw, headers } = await arrival();
    for (const one of [secret, newest]) new Webhook(one).verify(raw, headers as Record<string, string>);
    expect(headers['x-service-signature']).toBe(serviceSignature(raw, newest));
    expect(headers['x-service-signature-previous']).toBe(serviceSignature(raw, secret));
  });

  test('is not signed with the previous secret after the overlap', async () => {
    await fixture.rows(
      `UPDATE api_keys SET previous_secret = webhook_secret, previous_secret_until = now() - interval '1 second', webhook_secret = $2
        WHERE instance_id = $1`,
      instanceId,
      fixture.encrypt(makeSecret()),
    );
    await commitOne();
    const { raw, headers } = await arrival();
    expect(() => new Webhook(secret).verify(raw, headers as Record<string, string>)).toThrow();
    expect(headers['x-service-signature-previous']).toBeUndefined();
  });
});

describe('the result of an attempt', () => {
  test.each([200, 201, 204, 299])('%i is a success', async (code) => {
    receiver.answer(path, status(code));
    await commitOne();
    expect(await attempted()).toMatchObject({ status_code: code, error: null });
    expect(await logged()).toEqual([{ status: 'delivered', attempts: 1 }]);
  });

  test.each([301, 302, 307, 308])('a %i to a metadata address is a failure and is not followed', async (code) => {
    receiver.answer(path, status(code, { location: receiver.url(`${path}/latest/meta-data`) }));
    await commitOne();
    expect(await attempted()).toMatchObject({ status_code: code });
    expect(receiver.at(`${path}/latest/meta-data`)).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  test('a receiver that hangs fails at the deadline, and is retried later', async () => {
    receiver.answer(path, () => {});
    await commitOne();
    expect(await attempted()).toMatchObject({ status_code: null, error: 'no answer in time' });
    expect(
      await fixture.one('SELECT attempt, due_at > now() AS later FROM deliveries WHERE instance_id = $1', instanceId),
    ).toEqual({
      attempt: 1,
      later: true,
    });
  });

  test('a dripping response does not extend the deadline; its status decides', async () => {
    receiver.answer(path, (_arrived, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await commitOne();
    expect(await attempted()).toMatchObject({ status_code: 200, error: null });
    expect(await logged()).toEqual([{ status: 'delivered', attempts: 1 }]);
  });

  test('a reset connection is a failure that names the error', async () => {
    receiver.answer(path, (_arrived, response) => response.socket?.resetAndDestroy());
    await commitOne();
    const { status_code, error } = await attempted();
    expect(status_code).toBeNull();
    expect(error).toMatch(/ECONNRESET|the connection ended without an answer/);
  });

  test('of a 100 MB answer 16 kB are read, 1 kB is stored, and the connection is dropped', async () => {
    let sentBytes = 0;
    const total = 100 * 1024 * 1024;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const closed = new Promise<void>((resolve) => {
      receiver.answer(path, (_arrived, response) => {
        response.writeHead(200, { 'content-length': String(total) });
        const pump = (): void => {
          while (sentBytes < total && !response.destroyed) {
            sentBytes += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', pump);
          }
        };
        response.on('close', resolve);
        pump();
      });
    });
    await commitOne();
    expect(await attempted()).toMatchObject({ status_code: 200, response: 'x'.repeat(1024) });
    await closed;
    expect(sentBytes).toBeLessThan(total / 2);
  });

  test('an answer with invalid UTF-8 and NUL is stored as text', async () => {
    receiver.answer(path, (_arrived, response) => {
      response.writeHead(500).end(Buffer.concat([Buffer.from('a\u0000b'), Buffer.alloc(1021, 'y'), Buffer.from('👋')]));
    });
    await commitOne();
    const { response } = await attempted();
    expect(response).toMatch(/^a\uFFFDby+\uFFFD*$/u);
  });
});

describe('requests that are never sent', () => {
  test('a private address is blocked, visibly, and does not count against the receiver', async () => {
    await worker.close();
    const strict = await fixture.startWorker({ variables: { PARLEY_EGRESS_ALLOW: '' } });
    await commitOne();
    strict.hint(instanceId);
    expect((await attempted()).error).toMatch(/^not sent: /);
    expect(receiver.at(path)).toEqual([]);
    expect(await fixture.one('SELECT consecutive_failures FROM lanes WHERE instance_id = $1', instanceId)).toEqual({
      consecutive_failures: 0,
    });
    await strict.close();
  });

  test('a name that resolves to a private address on its second lookup is blocked then', async () => {
    const answers = ['127.0.0.1', '127.0.0.9'];
    let lookedUp = 0;
    const rebound = await fixture.startWorker({
      variables: { PARLEY_EGRESS_ALLOW: '127.0.0.1/32', PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.2' },
      lookup: (_host, _options, callback) => {
        const address = answers[Math.min(lookedUp++, 1)] ?? '';
        callback(null, [{ address, family: 4 }]);
      },
    });
    receiver.answer(path, status(500, { connection: 'close' }));
    await fixture.rows(
      'UPDATE api_keys SET webhook_url = $2 WHERE instance_id = $1',
      instanceId,
      `http://rebind.example:${receiver.port}${path}`,
    );
    await commitOne();
    rebound.hint(instanceId);
    await fixture.until('both attempts', 'SELECT count(*) = 2 FROM attempts WHERE instance_id = $1', instanceId);
    const attempts = await fixture.rows<AttemptRow>(
      'SELECT * FROM attempts WHERE instance_id = $1 ORDER BY at',
      instanceId,
    );
    expect(attempts.map(({ status_code }) => status_code)).toEqual([500, null]);
    expect(attempts[1]?.error).toBe('not sent: The address 127.0.0.9 is not public.');
    expect(receiver.at(path)).toHaveLength(1);
    await rebound.close();
  });
});
