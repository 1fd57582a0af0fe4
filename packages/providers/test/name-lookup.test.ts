import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkUrl } from '@parley/providers/egress/check-url';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { LookupError } from '@parley/providers/egress/lookup-error';
import { makeNameLookup, type NameLookupOptions } from '@parley/providers/egress/name-lookup';
import { type DnsServer, openDnsServer } from '@parley/testing/servers/dns-server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

let dns: DnsServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-names-'));
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(async () => {
  dns = await openDnsServer();
  onTestFinished(() => dns[Symbol.asyncDispose]());
});

let nextFile = 0;
async function open({
  hosts = '',
  resolv = '',
  ...options
}: NameLookupOptions & { hosts?: string; resolv?: string } = {}) {
  const n = ++nextFile;
  const files = { hostsPath: join(directory, `hosts-${n}`), resolvPath: join(directory, `resolv-${n}`) };
  await writeFile(files.hostsPath, hosts);
  await writeFile(files.resolvPath, resolv);
  const names = makeNameLookup({ servers: dns.address, files, ...options });
  onTestFinished(names.close);
  return names;
}

const failure = (looked: Promise<unknown>): Promise<unknown> =>
  looked.then(
    () => null,
    (error: unknown) => error,
  );

describe('addresses', () => {
  test('of both kinds are found at once, IPv4 first, and through an alias', async () => {
    dns.answer('both.example', { addresses: ['2606:4700::1', '93.184.216.34'], alias: 'cdn.example' });
    const names = await open();
    expect(await names.resolve('Both.Example')).toEqual(['93.184.216.34', '2606:4700::1']);
  });

  test('of one kind are enough', async () => {
    dns.answer('six.example', { addresses: ['2606:4700::1'] });
    expect(await (await open()).resolve('six.example')).toEqual(['2606:4700::1']);
  });

  test('that are IP addresses need no query', async () => {
    const names = await open();
    expect(await names.resolve('127.0.0.1')).toEqual(['127.0.0.1']);
    expect(await names.resolve('::1')).toEqual(['::1']);
  });

  test('in the hosts file come before the name servers', async () => {
    dns.answer('db.example', { addresses: ['93.184.216.34'] });
    const names = await open({ hosts: '# local\n10.0.0.7  db.example DB # the database\nfd00::7 db.example\n' });
    expect(await names.resolve('db.example.')).toEqual(['10.0.0.7', 'fd00::7']);
    expect(await names.resolve('db')).toEqual(['10.0.0.7']);
    expect(dns.asked('db.example')).toBe(0);
  });

  test('of localhost are loopback, whatever a name server answers', async () => {
    dns.answer('localhost', { addresses: ['93.184.216.34'] });
    const names = await open();
    for (const host of ['localhost', 'LOCALHOST.', 'app.localhost'])
      expect(await names.resolve(host)).toEqual(['127.0.0.1', '::1']);
  });

  test('of a short name are found in the search domains, like those of neighbouring services', async () => {
    dns.answer('sandbox', { addresses: ['172.18.0.4'] });
    dns.answer('app.team.svc.cluster.local', { addresses: ['10.96.0.9'] });
    const names = await open({ resolv: 'nameserver 127.0.0.11\nsearch svc.cluster.local\noptions ndots:5\n' });
    expect(await names.resolve('app.team')).toEqual(['10.96.0.9']);
    expect(await names.resolve('sandbox')).toEqual(['172.18.0.4']);
  });

  test('a name with a trailing dot is the same name', async () => {
    dns.answer('inside.svc.cluster.local', { addresses: ['10.96.0.9'] });
    const names = await open({ resolv: 'search svc.cluster.local\n' });
    expect(await failure(names.resolve('inside.'))).toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the cache', () => {
  test('one query serves all concurrent and soon following callers', async () => {
    dns.answer('busy.example', { addresses: ['93.184.216.34'] });
    const names = await open();
    await Promise.all(Array.from({ length: 50 }, (_, n) => names.resolve('busy.example', `key ${n}`)));
    await names.resolve('busy.example');
    expect(dns.asked('busy.example')).toBe(1);
  });

  test('a name that does not exist is not queried again at once', async () => {
    const names = await open();
    for (let n = 0; n < 5; n++) await failure(names.resolve('gone.example'));
    expect(dns.asked('gone.example')).toBe(1);
  });
});

describe('attribution of failures', () => {
  test.each([
    ['does not exist', 'nxdomain', 'ENOTFOUND'],
    ['has no address', { addresses: [] }, 'ENODATA'],
    ['has name servers that fail', 'servfail', 'ESERVFAIL'],
    ['is refused', 'refused', 'EREFUSED'],
  ] as const)('a name that %s is its owner’s fault', async (_what, answer, code) => {
    dns.answer('theirs.example', answer === 'nxdomain' || typeof answer === 'string' ? answer : { addresses: [] });
    const error = await failure((await open()).resolve('theirs.example'));
    expect(error).toBeInstanceOf(LookupError);
    expect(error).toMatchObject({ code, ours: false });
  });

  test('names under .invalid do not exist, even while our name servers are down', async () => {
    const names = await open({ servers: '127.0.0.1:1' });
    for (const name of ['nowhere.invalid', 'Shop.Example.INVALID.'])
      expect(await failure(names.resolve(name))).toMatchObject({ code: 'ENOTFOUND', ours: false });
  });

  test('a name without an answer is its owner’s fault while others are answered', async () => {
    dns.answer('silent.example', 'silent');
    const error = await failure((await open({ timeoutMs: 2500 })).resolve('silent.example'));
    expect(error).toMatchObject({ code: 'ETIMEOUT', ours: false });
  });

  test('missing name servers are our fault', async () => {
    const error = await failure((await open({ servers: '127.0.0.1:1' })).resolve('any.example'));
    expect(error).toMatchObject({ code: 'ECONNREFUSED', ours: true });
  });

  test('name servers that cannot even reach the root are our fault', async () => {
    dns.answer('.', 'servfail');
    dns.answer('any.example', 'servfail');
    expect(await failure((await open()).resolve('any.example'))).toMatchObject({ code: 'ESERVFAIL', ours: true });
  });

  test('name servers that never answer are our fault', async () => {
    dns.answer('.', 'silent');
    dns.answer('any.example', 'silent');
    const error = await failure((await open({ timeoutMs: 2500 })).resolve('any.example'));
    expect(error).toMatchObject({ ours: true });
  });

  test('an address that is set while our name servers are down is not invalid', async () => {
    const names = await open({ servers: '127.0.0.1:1' });
    const strict = makeEgressPolicy(undefined);
    await expect(checkUrl('https://any.example/', strict, names.resolve)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const well = await open();
    await expect(checkUrl('https://any.example/', strict, well.resolve)).rejects.toMatchObject({
      reason: 'does_not_resolve',
    });
  });
});

describe('slow names', () => {
  const slowNames = (count: number): string[] => Array.from({ length: count }, (_, n) => `slow-${n}.example`);

  test('hundreds of slow names of one key delay no other key’s names, nor its own beyond its share', async () => {
    dns.answer('quick.example', { addresses: ['93.184.216.34'] });
    const slow = slowNames(300);
    for (const name of slow) dns.answer(name, 'silent');
    const names = await open({ timeoutMs: 3000 });
    let ended = 0;
    const all = slow.map((name) => failure(names.resolve(name, 'slow key')).finally(() => ended++));
    // Two of them stalled libuv's pool; those over the waiting limit are refused at once.
    const refusedAtOnce = 300 - 8 - 64;
    expect(await names.resolve('quick.example', 'another key')).toEqual(['93.184.216.34']);
    expect(ended).toBeLessThanOrEqual(refusedAtOnce);
    expect(slow.filter((name) => dns.asked(name) > 0).length).toBeLessThanOrEqual(8);
    const errors = await Promise.all(all);
    expect(errors.every((error) => error instanceof LookupError && !error.ours)).toBe(true);
  });

  test('another key’s look-up of a name does not wait with one that waits for its turn', async () => {
    dns.answer('shared.example', { addresses: ['93.184.216.34'] });
    const slow = slowNames(8);
    for (const name of slow) dns.answer(name, 'silent');
    const names = await open({ timeoutMs: 3000 });
    let waited = true;
    const all = slow.map((name) => failure(names.resolve(name, 'slow key')));
    const queued = failure(names.resolve('shared.example', 'slow key')).finally(() => {
      waited = false;
    });
    expect(await names.resolve('shared.example', 'another key')).toEqual(['93.184.216.34']);
    expect(waited).toBe(true);
    await Promise.all([...all, queued]);
  });
});

test('an invalid server address in PARLEY_DNS_SERVERS is named', () => {
  expect(() => makeNameLookup({ servers: 'one.one.one.one' })).toThrow('PARLEY_DNS_SERVERS');
});
