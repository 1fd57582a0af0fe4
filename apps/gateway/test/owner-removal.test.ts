import { receiveOwnerRemoval, showOwnerRemoval } from '@parley/common/contracts/internal/owner-removal';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

// docs/reference/ig.md#removal-by-the-owner
let gateway: TestGateway;
const asked: string[] = [];
const CODE = 'c0de'.repeat(12);

beforeAll(async () => {
  gateway = await openGateway({ variables: { PARLEY_PUBLIC_URL: 'https://parley.example' } });
  answerContract(gateway.carrier, receiveOwnerRemoval, async ({ signedRequest }) => {
    asked.push(signedRequest);
    if (signedRequest !== 'good.request') throw new AppError('invalid_signature');
    return { disconnected: 2, confirmationCode: CODE };
  });
  answerContract(gateway.carrier, showOwnerRemoval, async ({ code }) => ({
    removal: code === CODE ? { at: '2026-03-01T12:00:00.000Z', disconnected: 2 } : null,
  }));
});
afterAll(() => gateway.stop());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (call: string, raw: string) => gateway.call('POST', `/hooks/meta/${call}`, { raw, headers: FORM });

test('a deauthorization is answered once it is carried out; a deletion with the address of its page', async () => {
  expect(await post('deauthorize', 'signed_request=good.request')).toMatchObject({ status: 200, body: { ok: true } });
  expect(await post('data-deletion', 'signed_request=good.request&x=1')).toMatchObject({
    status: 200,
    body: { url: `https://parley.example/hooks/meta/data-deletion/${CODE}`, confirmation_code: CODE },
  });
});

test('a request that is not signed, forged or larger than any is refused; only a well-formed one reaches the service', async () => {
  asked.length = 0;
  for (const raw of ['', 'signed_request=', 'signed_request=a', 'signed_request=a.b.c', 'signed_request=<a>.b', '{}'])
    expect((await post('deauthorize', raw)).status, raw).toBe(401);
  expect(asked).toEqual([]);
  expect((await post('data-deletion', 'signed_request=forged.request')).status).toBe(401);
  expect(asked).toEqual(['forged.request']);
  expect((await post('deauthorize', `signed_request=a.${'b'.repeat(4100)}`)).status).toBe(401);
  expect((await post('deauthorize', `x=${'y'.repeat(17_000)}`)).status).toBe(413);
  expect((await gateway.call('GET', '/hooks/meta/deauthorize')).status).toBe(405);
});

test('the page says what was deleted, in the language of the browser, without scripts', async () => {
  const path = `/hooks/meta/data-deletion/${CODE}`;
  const page = await gateway.call('GET', path);
  expect([page.status, page.headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(page.text).toContain('2 connected accounts were disconnected');
  expect(page.text).toContain('March 1, 2026');
  expect(page.text).not.toMatch(/<script|<form/);
  const arabic = await gateway.call('GET', path, { headers: { 'accept-language': 'ar' } });
  expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
});

test('an unknown code is a page with 404', async () => {
  for (const code of ['0'.repeat(48), 'x', '%3Cscript%3E', 'a'.repeat(300)]) {
    const page = await gateway.call('GET', `/hooks/meta/data-deletion/${code}`);
    expect([page.status, page.headers['content-type']], code).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).not.toContain('<script>');
  }
});
