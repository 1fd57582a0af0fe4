import { gzipSync } from 'node:zlib';
import {
  type HostileReceiver as HostileServer,
  MISCHIEF,
  openHostileReceiver,
} from '@parley/testing/hostile/hostile-receiver';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, onTestFinished, test } from 'vitest';
import { FAULT_TEST_MS, makeFaultTenant } from '../../support/load/fault-cluster.ts';
import { expectAllDelivered, startLoad } from '../../support/load/fault-load.ts';
import { unexplainedRepeats } from '../../support/load/unexplained-repeats.ts';
import type { AnswerWebhook } from '../../support/webhooks/webhook-receiver.ts';
import type { GetCluster } from './get-cluster.ts';

const MB = 1024 * 1024;
const BIG_BYTES = 100 * MB;
const ACCEPTED = 12;
/**
 * Twice the number of attempts that one lane may have in flight: the server may not have seen the end of the earlier
 * ones yet.
 */
const MAX_SEEN_OPEN = 2 * 16;

/** 1 kB on the wire for each MB that a reader would unpack. */
const BOMB = gzipSync(Buffer.alloc(32 * MB));

interface HostileReceiver {
  answer: AnswerWebhook;
  /** Whether its status, which comes before the fault, acknowledges the event. */
  acknowledges: boolean;
  /** The attempt as stored. */
  attempt: Record<string, unknown>;
}

interface AttemptView {
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  response: string | null;
}

/** Answers with an endless body, and counts the bytes that the sockets accepted. */
function makeFlood(): { answer: AnswerWebhook; mostBytes(): number } {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let most = 0;
  return {
    mostBytes: () => most,
    answer(response) {
      let sent = 0;
      response.writeHead(200, { 'content-length': String(BIG_BYTES) });
      const pump = (): void => {
        while (sent < BIG_BYTES && !response.destroyed) {
          sent += chunk.length;
          most = Math.max(most, sent);
          if (!response.write(chunk)) return void response.once('drain', pump);
        }
      };
      pump();
    },
  };
}

const drip: AnswerWebhook = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 20);
  response.once('close', () => clearInterval(timer));
};

/** Hostile receivers, each with a lane of its own, next to a healthy one. */
export function hostileReceivers(getCluster: GetCluster): void {
  test('keeps delivering to a healthy receiver while others hang, drip, reset, flood, redirect inwards or send zip bombs; follows no redirect, unpacks nothing, and delivers to the others once they recover', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const { receiver } = cluster;
    const tenant = await makeFaultTenant(cluster, 1);
    const inside = `/${tenant.slug}-inside`;
    const flood = makeFlood();
    const redirect =
      (status: number, location: string): AnswerWebhook =>
      (response) =>
        response.writeHead(status, { location }).end();
    const hostile: Record<string, HostileReceiver> = {
      hang: { answer: () => {}, acknowledges: false, attempt: { status_code: null, error: 'no answer in time' } },
      drip: { answer: drip, acknowledges: true, attempt: { status_code: 200, error: null } },
      reset: {
        answer: (response) => response.socket?.resetAndDestroy(),
        acknowledges: false,
        attempt: {
          status_code: null,
          error: expect.stringMatching(/ECONNRESET|the connection ended without an answer/),
        },
      },
      flood: {
        answer: flood.answer,
        acknowledges: true,
        attempt: { status_code: 200, error: null, response: 'x'.repeat(1024) },
      },
      'redirect-metadata': {
        answer: redirect(301, 'http://169.254.169.254/latest/meta-data/'),
        acknowledges: false,
        attempt: { status_code: 301 },
      },
      'redirect-inside': {
        answer: redirect(307, receiver.url(inside)),
        acknowledges: false,
        attempt: { status_code: 307 },
      },
      bomb: {
        answer: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
        acknowledges: true,
        // The bytes as received, not unpacked.
        attempt: { status_code: 200, response: expect.not.stringMatching(/^\uFFFD{100}/) },
      },
      headers: {
        answer: (response) => response.writeHead(200, { 'x-long': 'h'.repeat(MB) }).end(),
        acknowledges: false,
        attempt: { status_code: null, error: 'the head of the answer is too large' },
      },
    };
    const all = Object.entries(hostile).map(([name, one]) => ({ path: `/${tenant.slug}-${name}`, ...one }));
    for (const { path, answer } of all) {
      receiver.answer(path, answer);
      await tenant.addKey(path, ['message.received']);
    }
    const load = startLoad(cluster, tenant);
    await load.untilMore(ACCEPTED);
    await expectAllDelivered(cluster, tenant, load, {
      fault: 'one healthy beside 8 hostile receivers',
      mostDuplicates: 0,
    });

    const attemptsAt = (path: string): Promise<AttemptView[]> =>
      cluster.rows('SELECT * FROM attempts WHERE instance_id = $1 ORDER BY at LIMIT 1', [tenant.keys.get(path)]);
    for (const { path, attempt } of all) {
      const first = await pollUntil(async () => (await attemptsAt(path))[0] ?? null, {
        what: () => `an attempt at ${path}`,
      });
      expect(first, path).toMatchObject(attempt);
      receiver.answer(path, (response) => response.writeHead(200).end());
    }
    expect(receiver.at(inside)).toEqual([]);
    expect(flood.mostBytes()).toBeLessThan(BIG_BYTES / 4);
    // Recovered receivers get everything; those that acknowledged before got it once.
    const everyone = { ...tenant, paths: [...tenant.paths, ...all.map(({ path }) => path)] };
    await expectAllDelivered(cluster, everyone, load, {
      fault: '8 hostile receivers healed',
      // Each retry of a refused attempt is a duplicate.
      mostDuplicates: Number.POSITIVE_INFINITY,
    });
    const acknowledging = all.filter(({ acknowledges }) => acknowledges).map(({ path }) => path);
    expect(await unexplainedRepeats(cluster, everyone, acknowledging)).toEqual([]);
  });
  test('keeps delivering to a healthy receiver while servers flood, drip or break the protocol, retries those, and reads little from each', {
    timeout: FAULT_TEST_MS,
  }, async () => {
    const cluster = getCluster();
    const tenant = await makeFaultTenant(cluster, 1);
    const all: { kind: string; instanceId: string; server: HostileServer; statusCode: number | null }[] = [];
    for (const [kind, { answer, statusCode }] of Object.entries(MISCHIEF)) {
      const server = await openHostileReceiver(answer);
      onTestFinished(() => server[Symbol.asyncDispose]());
      const { body } = await tenant.admin('POST', '/keys', {
        label: kind,
        channels: ['wa'],
        events: ['message.received'],
        webhook_url: server.url('/'),
      });
      all.push({ kind, instanceId: body.instance_id, server, statusCode });
    }
    const load = startLoad(cluster, tenant);
    await load.untilMore(ACCEPTED);
    await expectAllDelivered(cluster, tenant, load, {
      fault: `one healthy beside ${all.length} hostile servers`,
      mostDuplicates: 0,
    });
    for (const { kind, instanceId, server, statusCode } of all) {
      const first = await pollUntil(
        async () =>
          (
            await cluster.rows<AttemptView>('SELECT * FROM attempts WHERE instance_id = $1 ORDER BY at LIMIT 1', [
              instanceId,
            ])
          )[0] ?? null,
        { what: () => `an attempt at ${kind}` },
      );
      expect(first.status_code, kind).toBe(statusCode);
      expect(server.sockets().most, kind).toBeLessThanOrEqual(MAX_SEEN_OPEN);
      expect(server.mostTaken(), kind).toBeLessThan(BIG_BYTES / 4);
      expect((await tenant.admin('DELETE', `/keys/${instanceId}`)).status, kind).toBe(200);
    }
  });
}
