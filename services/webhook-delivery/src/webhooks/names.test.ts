import { pollUntil } from '@parley/testing/poll-until';
import { type DnsServer, openDnsServer } from '@parley/testing/servers/dns-server';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type OpenDelivery, openDelivery } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver } from '../../test/receiver.ts';

let fixture: OpenDelivery;
let receiver: Receiver;
let dns: DnsServer;
beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  dns = await openDnsServer();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});
beforeEach(() => fixture.rows('UPDATE api_keys SET revoked_at = now()'));

async function startWorker(servers = dns.address) {
  const worker = await fixture.startWorker({
    variables: { PARLEY_DNS_SERVERS: servers, PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.2,0.2,60' },
  });
  onTestFinished(() => worker.close());
  return worker;
}

const at = (host: string, path: string): string => `http://${host}:${receiver.port}${path}`;

/** Makes three attempts; returns the error of the first and how many count as failures. */
async function attemptAt(instanceId: string, host: string, servers?: string) {
  await fixture.addKey(instanceId, at(host, `/${instanceId}`));
  const worker = await startWorker(servers);
  await fixture.commit({});
  worker.hint(instanceId);
  await fixture.until('three attempts', 'SELECT count(*) = 3 FROM attempts WHERE instance_id = $1', instanceId);
  // The worker stores a lane's health at the latest when it releases the lane.
  await worker.close();
  return fixture.one<{ error: string; failures: number }>(
    `SELECT a.error, l.consecutive_failures AS failures FROM attempts a JOIN lanes l USING (instance_id) WHERE a.instance_id = $1
      ORDER BY a.at LIMIT 1`,
    instanceId,
  );
}

test.each([
  ['fail', 'servfail', 'ESERVFAIL'],
  ['know no such name', 'nxdomain', 'ENOTFOUND'],
  ['say nothing', 'silent', 'ETIMEOUT'],
] as const)('name servers of a receiver that %s count against the receiver', async (_what, answer, code) => {
  const host = `${answer}.example`;
  dns.answer(host, answer);
  expect(await attemptAt(`ins_${answer}`, host)).toEqual({
    error: `${host} could not be looked up (${code}).`,
    failures: 3,
  });
});

test('the deployment’s own name servers being down counts against no receiver', async () => {
  const { error, failures } = await attemptAt('ins_ours', 'well.example', '127.0.0.1:1');
  expect(error).toBe('well.example could not be looked up (ECONNREFUSED).');
  expect(failures).toBe(0);
});

test('a healthy receiver gets everything while the names of twelve others are unanswered', async () => {
  dns.answer('healthy.example', { addresses: ['127.0.0.1'] });
  await fixture.addKey('ins_healthy', at('healthy.example', '/healthy'));
  for (let n = 0; n < 12; n++) {
    dns.answer(`mute-${n}.example`, 'silent');
    await fixture.addKey(`ins_mute${n}`, at(`mute-${n}.example`, '/mute'));
  }
  const worker = await startWorker();
  const ids = await fixture.commit(...Array.from({ length: 40 }, () => ({})));
  worker.hint('ins_healthy', ...Array.from({ length: 12 }, (_, n) => `ins_mute${n}`));
  await pollUntil(() => (receiver.at('/healthy').length >= ids.length ? true : null), {
    what: () => `${receiver.at('/healthy').length} of ${ids.length}`,
  });
  expect(new Set(receiver.at('/healthy').map(({ body }) => body.id))).toEqual(new Set(ids));
  // The names of the others are looked up now and then, not for each waiting delivery.
  for (let n = 0; n < 12; n++) expect(dns.asked(`mute-${n}.example`)).toBeLessThan(ids.length / 4);
});
