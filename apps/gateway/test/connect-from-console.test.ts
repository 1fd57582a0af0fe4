import { beginConnectVisit, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

// A link that is followed on a page of our own origin (docs/connect-links.md#the-page-before-the-dialog).
let gateway: TestGateway;
const visits: unknown[] = [];
const [NUMBER, PAGE] = ['n'.repeat(43), 'p'.repeat(43)];
const SIGNUP = {
  ...{ tenantName: 'The Shop', returnHost: 'shop.example', state: 's'.repeat(43), appId: '42', configId: '77' },
  ...{ extras: '{"setup":{}}', version: 'v27.0', sdkUrl: 'https://connect.facebook.net/en_US/sdk.js' },
  dialogOrigin: 'https://www.facebook.com',
};

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(gateway.carrier, openConnectLink, async ({ token }) => ({
    ask: {
      channel: token === NUMBER ? ('wa' as const) : ('fb' as const),
      tenantName: 'The Shop',
      returnHost: 'shop.example',
    },
  }));
  answerContract(gateway.carrier, beginConnectVisit, async (input) => {
    visits.push(input);
    return { signup: SIGNUP };
  });
});
afterAll(() => gateway.stop());

const follow = (path: string, site?: string, cookie = '') =>
  gateway.call('GET', path, { headers: { cookie, ...(site === undefined ? {} : { 'sec-fetch-site': site }) } });

test('leads to the page of the popup, in the browser that followed it and in its language', async () => {
  const first = await follow(`/connect/${NUMBER}?lang=ar`, 'same-origin');
  expect(first.status).toBe(302);
  expect(visits).toEqual([]);
  const [cookie = ''] = String(first.headers['set-cookie']).split(';');
  const next = String(first.headers.location);
  expect((await follow(next, 'same-origin')).status).toBe(403);
  const page = await follow(next, 'same-origin', cookie);
  expect(page.text).toContain('<html lang="ar" dir="rtl">');
  expect(page.text).toContain('data-signup=');
  expect(visits).toEqual([{ token: NUMBER, browserSecret: cookie.split('=')[1] }]);
});

test.each([
  ['another site', NUMBER, 'cross-site'],
  ['another subdomain', NUMBER, 'same-site'],
  ['the address bar', NUMBER, 'none'],
  ['a browser that does not say', NUMBER, undefined],
  ['our own page, for a channel with a dialog', PAGE, 'same-origin'],
])('from %s shows the page that asks', async (_where, token, site) => {
  const page = await follow(`/connect/${token}`, site);
  expect(page.status).toBe(200);
  expect(page.text).toContain(`/connect/${token}/continue?proof=`);
});
