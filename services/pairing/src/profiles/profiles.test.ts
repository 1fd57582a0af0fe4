import { blockList, blockPerson, unblockPerson } from '@parley/common/contracts/profiles/block-list';
import { profile } from '@parley/common/contracts/profiles/profile';
import { profilePicture } from '@parley/common/contracts/profiles/profile-picture';
import { updateProfile } from '@parley/common/contracts/profiles/update-profile';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import { makeJpeg } from '@parley/testing/factories/make-jpeg';
import { actAsTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const BOB = '15590002';
const CAROL = '15590003';
let open: OpenPairing;
let lastNumber = 15_591_000;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  await open.network.putPhone({ number: BOB, name: 'Bob' });
  await open.network.putPhone({ number: CAROL, name: 'Carol', hide_number: true });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());
afterEach(() => open.network.changeSettings({ profile_queries: 'answered' }));

/** A tenant with a linked phone, and its calls. */
async function link() {
  const tenant = await open.makeTenant();
  const number = String(++lastNumber);
  const device = await open.link(tenant, number);
  const call = async <C extends Contract>(
    contract: C,
    input: InputOf<C>,
    caller: TestTenant = tenant,
  ): Promise<OutputOf<C>> => (await open.act(caller, contract, input)).output;
  return { tenant, number, device, call, shown: () => open.network.profile(number) };
}
const limited = { code: 'rate_limited', status: 429, extras: { retry_after: expect.any(Number) } };

test('sets, reads and removes the about and the picture of the phone', async () => {
  const { call, number, shown } = await link();
  const address = `+${number}`;
  expect(await call(profile, {})).toEqual({ ok: true, address, about: null, picture: null });
  const data = makeJpeg(640);
  expect(await call(updateProfile, { about: 'Open from 9 to 5 ☕', picture: data })).toEqual({ ok: true, address });
  expect(await shown()).toMatchObject({ about: 'Open from 9 to 5 ☕', picture: data });
  const picture = { mimeType: 'image/jpeg', data };
  expect(await call(profile, {})).toEqual({ ok: true, address, about: 'Open from 9 to 5 ☕', picture });
  await call(updateProfile, { remove: ['about'] });
  expect(await call(profile, {})).toMatchObject({ about: null, picture });
  await call(updateProfile, { remove: ['picture'] });
  expect(await shown()).toMatchObject({ about: '', picture: null });
});

test('a picture that the network would not take stays here, and its own refusal is passed on', async () => {
  const { call, shown } = await link();
  for (const data of [makeJpeg(641), makeJpeg(640, 480), Buffer.from('GIF89a').toString('base64')])
    await expect(call(updateProfile, { about: 'New', picture: data })).rejects.toMatchObject({
      code: 'invalid_picture',
      status: 400,
    });
  expect(await shown()).toMatchObject({ about: '', picture: null });
  await open.network.changeSettings({ profile_queries: 'overlimit' });
  await expect(call(updateProfile, { about: 'New' })).rejects.toMatchObject(limited);
  await open.network.changeSettings({ profile_queries: 'refused' });
  await expect(call(updateProfile, { about: 'New' })).rejects.toMatchObject({ code: 'device_error', status: 502 });
});

test('an answer that never comes is provider_timeout, and a repeat is safe', async () => {
  const { call, tenant, shown } = await link();
  await open.network.changeSettings({ profile_queries: 'unanswered' });
  const late = { deadlineAt: Date.now() + 2000 };
  await expect(actAsTenant(open.bus, tenant, updateProfile, { about: 'Once' }, late)).rejects.toMatchObject({
    code: 'provider_timeout',
  });
  await open.network.changeSettings({ profile_queries: 'answered' });
  await call(updateProfile, { about: 'Once' });
  expect(await shown()).toMatchObject({ about: 'Once' });
});

test('blocks by number and by hidden id, lists in pages, and unblocks', async () => {
  const { call, number, shown } = await link();
  const bob = { address: `+${BOB}`, lid: `9${BOB}@lid` };
  expect(await call(blockPerson, { address: bob.address })).toEqual({ ok: true, address: bob.address });
  await call(blockPerson, { address: bob.address });
  expect((await shown()).blocked).toEqual([BOB]);
  const list = (limit = 100, cursor?: string) => call(blockList, { limit, cursor });
  expect(await list()).toEqual({ ok: true, blocked: [bob], nextCursor: null });
  await call(blockPerson, { address: `+${CAROL}` });
  const first = await list(1);
  expect(first).toMatchObject({ blocked: [bob], nextCursor: bob.lid });
  expect(await list(1, bob.lid)).toMatchObject({ blocked: [{ address: `+${CAROL}` }], nextCursor: null });

  const only = (address: string) => call(blockList, { limit: 1, address });
  for (const address of [bob.address, bob.lid]) expect(await only(address)).toMatchObject({ blocked: [bob] });
  expect(await only('+15550009999')).toEqual({ ok: true, blocked: [], nextCursor: null });

  const written = await open.network.writes(BOB, { to: number, type: 'text', text: 'let me in' });
  expect(written.devices).toEqual([]);
  expect(await call(unblockPerson, { address: bob.lid })).toEqual({ ok: true, address: bob.address });
  await call(unblockPerson, { address: bob.lid });
  expect((await shown()).blocked).toEqual([CAROL]);
  expect(await call(blockPerson, { address: bob.lid })).toEqual({ ok: true, address: bob.address });
});

test('a person who is not on the network, an unknown hidden id and the phone itself are invalid_address', async () => {
  const { call, number } = await link();
  const invalid = { code: 'invalid_address', status: 400 };
  for (const address of ['+15599999', '999999999@lid', `9${CAROL}@lid`, `+${number}`])
    await expect(call(blockPerson, { address })).rejects.toMatchObject(invalid);
  await open.network.changeSettings({ profile_queries: 'overlimit' });
  await expect(call(blockPerson, { address: `+${BOB}` })).rejects.toMatchObject(limited);
  await expect(call(blockList, { limit: 10 })).rejects.toMatchObject(limited);
});

test('shows the picture of a person from the network once, until they change or remove it', async () => {
  const { call } = await link();
  const dan = '15590004';
  const address = `+${dan}`;
  const asked = async () => (await open.network.profile(dan)).picture_asked;
  const show = async (size: 'preview' | 'full' = 'preview') => (await call(profilePicture, { address, size })).picture;
  await open.network.putPhone({ number: dan, picture: makeJpeg(640, 640, 'first') });
  const shown = await Promise.all([show(), show()]);
  const first = { mimeType: 'image/jpeg', data: makeJpeg(640, 640, 'first') };
  expect([...shown, await show()]).toEqual([first, first, first]);
  expect(await asked()).toBe(1);
  expect(await show('full')).toEqual(first);
  expect(await asked()).toBe(2);
  await open.network.putPhone({ number: dan, picture: makeJpeg(640, 640, 'second') });
  await open.until('the second picture', async () => (await show())?.data === makeJpeg(640, 640, 'second'));
  await open.network.putPhone({ number: dan, picture: null });
  await open.until('no picture', async () => (await show()) === null);
  const after = await asked();
  expect(await show()).toBeNull();
  expect(await asked()).toBe(after);
});

test('a person who hides the picture, has none, is unknown, or shows another file has none', async () => {
  const { call } = await link();
  const picture = makeJpeg(64);
  await open.network.putPhone({ number: '15590005', picture, hides_profile: true });
  await open.network.putPhone({ number: '15590006', picture: Buffer.from('<svg/>').toString('base64') });
  const large = makeJpeg(64, 64, 'x'.repeat(600 * 1024));
  await open.network.putPhone({ number: '15590007', picture: large });
  await open.network.putPhone({ number: '15590008', picture });
  const show = async (address: string) =>
    (await call(profilePicture, { address, size: 'preview' })).picture?.data ?? null;
  for (const address of ['+15590005', '+15590006', '+15590007', `+${BOB}`, '+15599999', '999999999@lid'])
    expect([address, await show(address)]).toEqual([address, null]);
  expect(await show('915590008@lid')).toBe(picture);
  await open.network.changeSettings({ profile_queries: 'overlimit' });
  await expect(call(profilePicture, { address: `+${CAROL}`, size: 'preview' })).rejects.toMatchObject(limited);
});

test('pictures count at the pace of look-ups, and those that are known do not', async () => {
  const { call } = await link();
  const show = (address: string) => call(profilePicture, { address, size: 'preview' });
  await show(`+${BOB}`);
  let next = 0;
  const unknown = () => show(`+${15_595_000 + next++}`).then(() => next < 500);
  let refusal: unknown = null;
  const note = (error: unknown) => {
    refusal = error;
    return false;
  };
  while (await unknown().catch(note));
  expect(refusal).toMatchObject(limited);
  expect(next).toBeGreaterThanOrEqual(50);
  expect(await show(`+${BOB}`)).toMatchObject({ picture: null });
});

test('looks up 50 people at once, and then one a second', async () => {
  const { call } = await link();
  let done = 0;
  const lookUp = () => call(unblockPerson, { address: `+${BOB}` }).then(() => ++done < 500);
  let refusal: unknown = null;
  const note = (error: unknown) => {
    refusal = error;
    return false;
  };
  while (await lookUp().catch(note));
  expect(refusal).toMatchObject(limited);
  expect(done).toBeGreaterThanOrEqual(50);
});

test('another tenant and another linked phone reach nothing of a profile', async () => {
  const [one, two] = [await link(), await link()];
  await one.call(updateProfile, { about: 'One' });
  expect(await two.call(profile, {})).toMatchObject({ address: `+${two.number}`, about: null });
  await expect(two.call(updateProfile, { from: one.device.id, about: 'Two' })).rejects.toMatchObject({
    code: 'invalid_from',
  });
  await two.call(blockPerson, { address: `+${BOB}` });
  expect((await one.call(blockList, { limit: 10 })).blocked).toEqual([]);
  const stranger = await open.makeTenant();
  await expect(one.call(profile, {}, stranger)).rejects.toMatchObject({ code: 'not_connected' });
});
