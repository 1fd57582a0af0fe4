import type { Visitor } from '@parley/common/call-context';
import { changePassword, signOut } from '@parley/common/contracts/console/my-account';
import { requestPasswordReset, resetPassword, signIn } from '@parley/common/contracts/console/sign-in';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, expect, test } from 'vitest';
import { collectMails } from '../../test/collect-mails.ts';
import { consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';
import { PLACE_KEPT_MS } from './attempt.rules.ts';
import { deleteOldPlaces } from './attempt.store.ts';

const house = consoleOfFile();
const mails = collectMails(house);
let nowMs = Date.parse('2031-01-01T00:00:00.000Z');
let people = 0;

const HOME = '192.0.2.1';
const DEVICE = 'd'.repeat(64);
const WRONG = { code: 'wrong_credentials' };
const REFUSED = { code: 'rate_limited' };

beforeAll(async () => {
  await house.call(createTenant, { slug: 'shop' });
});

const wait = (ms: number): void => {
  nowMs += ms;
  house.setNow(new Date(nowMs));
};
const enter = (email: string, password: string, visitor: Partial<Visitor>) =>
  house.visit(signIn, { email, password }, visitor);

/** A member who has signed in at home, on one device. */
async function newMember(): Promise<string> {
  wait(24 * 3_600_000);
  const email = `person-${++people}@shop.example`;
  await house.join('shop', email, 'developer');
  await enter(email, PASSWORD, { network: HOME, device: DEVICE });
  return email;
}

/** Tries wrong passwords until the stranger must wait, then one whenever the pause ends, for ten minutes. */
async function besiege(email: string, visitor: Partial<Visitor>): Promise<void> {
  for (let count = 0; count < 16; count++) {
    await expect(enter(email, 'wrong', visitor)).rejects.toMatchObject(WRONG);
    wait(count < 9 ? 0 : 30_000);
  }
  for (let count = 0; count < 20; count++) {
    await expect(enter(email, 'wrong', visitor)).rejects.toMatchObject(WRONG);
    await expect(enter(email, PASSWORD, visitor)).rejects.toMatchObject(REFUSED);
    wait(30_000);
  }
  await expect(enter(email, 'wrong', visitor)).rejects.toMatchObject(WRONG);
}

test('a stranger who keeps trying from one network is slowed down, and locks no member out anywhere else', async () => {
  const email = await newMember();
  await besiege(email, { network: '198.51.100.1' });
  await enter(email, PASSWORD, { network: HOME, device: DEVICE });
  await enter(email, PASSWORD, { network: HOME });
  await enter(email, PASSWORD, { network: '203.0.113.99' });
});

test('the right password passes on a known device, even where strangers share its network', async () => {
  for (const network of [HOME, null]) {
    const email = await newMember();
    await enter(email, PASSWORD, { network, device: DEVICE });
    await besiege(email, { network });
    await enter(email, PASSWORD, { network, device: DEVICE });
    await expect(enter(email, PASSWORD, { network })).rejects.toMatchObject(REFUSED);
  }
});

test('many networks together get 60 attempts at once, and never delay a network with a successful sign-in', async () => {
  const email = await newMember();
  for (let count = 0; count < 60; count++)
    await expect(enter(email, 'wrong', { network: `net-${count}` })).rejects.toMatchObject(WRONG);
  await expect(enter(email, PASSWORD, { network: 'net-60' })).rejects.toMatchObject({
    ...REFUSED,
    extras: { retry_after: 10 },
  });
  await enter(email, PASSWORD, { network: HOME });
  await enter(email, PASSWORD, { network: 'net-61', device: DEVICE });
  wait(10_000);
  await enter(email, PASSWORD, { network: 'net-62' });
});

test('a known device is slowed down by its own wrong passwords, and is known only for its own account', async () => {
  const [email, other] = [await newMember(), await newMember()];
  for (let count = 0; count < 10; count++)
    await expect(enter(email, 'wrong', { network: HOME, device: DEVICE })).rejects.toMatchObject(WRONG);
  await expect(enter(email, PASSWORD, { network: HOME, device: DEVICE })).rejects.toMatchObject(REFUSED);
  await besiege(other, { network: '198.51.100.2', device: 'e'.repeat(64) });
});

test('a member who set a new password by mail can sign in there, however many strangers try', async () => {
  const email = await newMember();
  for (let count = 0; count < 60; count++)
    await expect(enter(email, 'wrong', { network: `net-${count}` })).rejects.toMatchObject(WRONG);
  const there = { network: '203.0.113.50', device: 'f'.repeat(64) };
  await expect(enter(email, PASSWORD, there)).rejects.toMatchObject(REFUSED);
  await house.visit(requestPasswordReset, { email, language: 'en' }, there);
  const mail = await pollUntil(() => mails.find(({ to }) => to === email) ?? null, { what: () => 'the mail' });
  const password = 'a new password';
  await house.visit(resetPassword, { token: tokenOf(mail.url), password }, there);
  await enter(email, password, there);
});

test('an account keeps its newest 50 places, and each for 180 days after its last sign-in', async () => {
  const email = await newMember();
  const { prisma } = house.database.db;
  await prisma.signInPlace.deleteMany();
  for (let count = 0; count < 52; count++) {
    wait(1000);
    await enter(email, PASSWORD, { network: `net-${count}` });
  }
  expect(await prisma.signInPlace.count()).toBe(50);
  wait(180 * 24 * 3_600_000 - 1000);
  await deleteOldPlaces(house.service.database, new Date(house.service.now().getTime() - PLACE_KEPT_MS));
  expect(await prisma.signInPlace.count()).toBe(2);
});

test('signing out leaves the device known', async () => {
  const email = await newMember();
  const browser = await house.open((await enter(email, PASSWORD, { network: HOME, device: DEVICE })).sessionToken);
  const changed = { password: PASSWORD, newPassword: 'a new password' };
  await browser.call(changePassword, changed);
  await browser.call(signOut, {});
  await besiege(email, { network: HOME });
  await enter(email, changed.newPassword, { network: HOME, device: DEVICE });
});
