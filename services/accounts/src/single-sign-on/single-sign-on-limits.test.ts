import { createHash } from 'node:crypto';
import { finishSingleSignOn, setSingleSignOn } from '@parley/common/contracts/console/single-sign-on';
import { CLIENT, OTHER_CLIENT } from '@parley/testing/servers/open-issuer';
import { afterEach, describe, expect, test } from 'vitest';
import { deviceOf, givenOf, NOT_SET, personOf, singleSignOnOfFile } from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openShop, openOffice, join, newEmail, begin, finish } = singleSignOnOfFile();
const METADATA = '/.well-known/openid-configuration';
const limited = { code: 'rate_limited' };
const from = (network: string, device = network) => ({ ...deviceOf(device), network });

/** Stores visits to a redirect URL that have not returned, one of each of these networks; the first is the oldest. */
async function fill(slug: string, networks: readonly string[]): Promise<void> {
  const { prisma } = house.database.db;
  const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
  await prisma.issuerVisit.createMany({
    data: networks.map((network, n) => ({
      tenantId,
      callback: slug,
      device: `${network} ${n}`,
      network,
      networkBlock: network,
      isKnown: false,
      stateHash: new Uint8Array(createHash('sha256').update(`${slug} ${n}`).digest()),
      issuer: getIssuer().url,
      clientId: 'x',
      secrets: 'x',
      expiresAt: new Date(Date.now() + 60_000 + n),
    })),
  });
}

/** Begins visits, ten at a time. */
async function beginMany(slug: string, visitors: ReturnType<typeof from>[]): Promise<void> {
  for (let done = 0; done < visitors.length; done += 10)
    await Promise.all(visitors.slice(done, done + 10).map((visitor) => begin(slug, visitor)));
}
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('strangers', () => {
  test('of one network have 50 visits; another network is not affected', async () => {
    const { slug } = await openOffice();
    await beginMany(
      slug,
      times(50, (n) => from('203.0.113.1', `stranger ${n}`)),
    );
    await expect(begin(slug, from('203.0.113.1'))).rejects.toMatchObject(limited);
    await begin(slug, from('203.0.113.2'));
  });

  test('of one /48 of IPv6 have 200 visits, whatever /64 each is from', async () => {
    const { slug } = await openOffice();
    await beginMany(
      slug,
      times(200, (n) => from(`2001:db8:1:${n.toString(16)}`)),
    );
    await expect(begin(slug, from('2001:db8:1:ffff'))).rejects.toMatchObject(limited);
    await begin(slug, from('2001:db8:2:1'));
  });

  test('have visits counted that returned without a sign-in, so that the issuer is not asked without end', async () => {
    const { slug } = await openOffice();
    const visitor = from('203.0.113.3');
    for (let n = 0; n < 50; n++) {
      const state = new URL((await begin(slug, visitor)).url).searchParams.get('state') ?? '';
      const wrong = house.visit(
        finishSingleSignOn,
        { callback: slug, state, code: 'wrong', iss: getIssuer().url },
        visitor,
      );
      await expect(wrong).rejects.toMatchObject({ code: 'single_sign_on_failed' });
    }
    await expect(begin(slug, from('203.0.113.3', 'another'))).rejects.toMatchObject(limited);
  });

  test('of a network do not keep out the device and the network of a member', async () => {
    const { slug, owner } = await openOffice();
    getIssuer().person = personOf((await join(owner)).email);
    const member = from('203.0.113.4', 'the device of a member');
    await finish(await getIssuer().visit((await begin(slug, member)).url), member);
    const crowd = (network: string) => times(50, (n) => from(network, `${network} ${n}`));
    // The network of the member is known, whatever the device.
    await beginMany(slug, crowd('203.0.113.4'));
    await begin(slug, from('203.0.113.4', 'a new phone'));
    // The device is known in any network.
    await beginMany(slug, crowd('203.0.113.5'));
    await begin(slug, from('203.0.113.5', 'the device of a member'));
    await expect(begin(slug, from('203.0.113.5', 'a new phone'))).rejects.toMatchObject(limited);
    // It is known in its own workspace only.
    const other = await openOffice();
    await beginMany(other.slug, crowd('203.0.113.4'));
    await expect(begin(other.slug, member)).rejects.toMatchObject(limited);
  });

  test('beyond the total limit evict the oldest visit of the busiest network', async () => {
    const { slug, owner } = await openOffice();
    getIssuer().person = personOf((await join(owner)).email);
    const { prisma } = house.database.db;
    const member = from('198.51.100.1');
    const { url } = await begin(slug, member);
    const networks = times(4999, (n) => `203.0.113.${n % 100}`);
    await fill(slug, [...networks, '203.0.113.7']);
    const visitsOf = (network: string) => prisma.issuerVisit.count({ where: { callback: slug, network } });
    expect([await visitsOf('203.0.113.7'), await visitsOf('203.0.113.8')]).toEqual([51, 50]);
    await begin(slug, from('198.51.100.2'));
    // One more than the room, so two gave way: with the busiest network's one, another of equally busy ones.
    expect(await prisma.issuerVisit.count({ where: { callback: slug } })).toBe(5000);
    expect(await visitsOf('203.0.113.7')).toBeLessThan(51);
    const oldest = new Uint8Array(createHash('sha256').update(`${slug} 7`).digest());
    expect(await prisma.issuerVisit.findUnique({ where: { stateHash: oldest } })).toBeNull();
    expect(await finish(await getIssuer().visit(url), member)).toHaveProperty('sessionToken');
  });
});

describe('the metadata of an issuer', () => {
  /** Counts requests for them; `fails` answers 500. */
  function countRequests({ fails = false } = {}) {
    const counted = { requests: 0 };
    getIssuer().intercept = ({ url }, response) => {
      if (url !== METADATA) return false;
      counted.requests++;
      if (fails) response.writeHead(500).end();
      return fails;
    };
    return counted;
  }
  /** Later than all that is cached. */
  const pass = (ms: number) => house.setNow(new Date(house.service.now().getTime() + ms));

  test('are asked for once in five minutes, however many people begin', async () => {
    const { slug } = await openOffice();
    pass(5 * 60_000);
    const counted = countRequests();
    await Promise.all(times(20, (n) => begin(slug, from('203.0.113.6', `${n}`))));
    await begin(slug, from('203.0.113.6'));
    expect(counted.requests).toBe(1);
    pass(5 * 60_000);
    await begin(slug, from('203.0.113.6'));
    expect(counted.requests).toBe(2);
  });

  test('that could not be read are asked for once in five seconds', async () => {
    const { slug } = await openOffice();
    pass(5 * 60_000);
    const counted = countRequests({ fails: true });
    for (const ms of [0, 1000, 2000]) {
      pass(ms);
      await expect(begin(slug)).rejects.toMatchObject({ code: 'single_sign_on_failed' });
    }
    expect(counted.requests).toBe(1);
    pass(5000);
    getIssuer().intercept = null;
    await begin(slug);
  });

  test('are read when an owner saves the settings', async () => {
    const { owner } = await openOffice();
    const counted = countRequests();
    await owner.call(setSingleSignOn, { issuer: getIssuer().url, ...CLIENT, ...NOT_SET });
    expect(counted.requests).toBe(1);
  });
});

// docs/reference/console.md#the-issuer-of-the-deployment
describe('the issuer of the deployment', () => {
  afterEach(() => {
    house.service.environment.PARLEY_OIDC_ISSUER = undefined;
  });
  const setIssuer = () =>
    Object.assign(house.service.environment, {
      PARLEY_OIDC_ISSUER: getIssuer().url,
      PARLEY_OIDC_CLIENT_ID: OTHER_CLIENT.clientId,
      PARLEY_OIDC_CLIENT_SECRET: OTHER_CLIENT.clientSecret,
    });

  test('does not reveal which workspaces exist: neither the address nor the refusal differs', async () => {
    setIssuer();
    const { slug } = await openShop();
    getIssuer().person = personOf(newEmail());
    const walk = async (workspace: string) => {
      const { url } = await begin(workspace);
      const { origin, pathname, searchParams } = new URL(url);
      const refusal = await finish(await getIssuer().visit(url)).catch((error: unknown) => error);
      return { origin, pathname, redirect: searchParams.get('redirect_uri'), names: [...searchParams.keys()], refusal };
    };
    const [known, unknown] = [await walk(slug), await walk('no-such-workspace')];
    expect(unknown).toEqual(known);
    expect(unknown.refusal).toMatchObject({ code: 'single_sign_on_refused' });
  });

  test('counts the visits of a network to all workspaces together, those that do not exist included', async () => {
    setIssuer();
    const { slug } = await openShop();
    const network = '203.0.113.9';
    await beginMany(
      'no-such-workspace',
      times(50, (n) => from(network, `${n}`)),
    );
    for (const workspace of ['no-such-workspace', 'another-one', slug])
      await expect(begin(workspace, from(network))).rejects.toMatchObject(limited);
  });

  test('finishes no visit to a workspace that did not exist when it began', async () => {
    setIssuer();
    getIssuer().person = personOf(newEmail());
    const returned = await getIssuer().visit((await begin('not-yet')).url);
    await expect(finish(returned)).rejects.toMatchObject({ code: 'single_sign_on_refused' });
    await expect(house.visit(finishSingleSignOn, givenOf(returned), from('203.0.113.9'))).rejects.toMatchObject({
      code: 'unknown_link',
    });
  });
});
