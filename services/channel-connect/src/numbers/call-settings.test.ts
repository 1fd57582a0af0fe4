import { getCallSettings, setCallSettings } from '@parley/common/contracts/console/call-settings';
import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
let tenant: TestTenant;
let shop: Awaited<ReturnType<WaNumbers['makeNumber']>>;
beforeAll(async () => {
  service = await openWaNumbers();
  tenant = await service.makeTenant();
  shop = await service.makeNumber();
  await service.connect(tenant, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Calls like the console. */
const call = <C extends Contract>(contract: C, input: InputOf<C>, by = tenant): Promise<OutputOf<C>> =>
  service.bus.call(contract, input, {
    requestId: 'req_of_the_console',
    member: {
      sessionId: 'ses_of_the_console',
      roles: ['owner'],
      memberId: 'mem_of_the_console',
      tenantId: by.caller.tenantId,
      tenantSlug: by.slug,
    },
  });
const put = (change: object) =>
  service.driver.graph.whatsapp.putAccount({
    waba_id: shop.wabaId,
    phone_number_id: shop.phoneNumberId,
    ...change,
  });
const HOURS = { time_zone: 'Asia/Dubai', hours: [{ days: [1, 2], from: '09:00', to: '17:00' }] };
const OPEN = { isOn: true, isIconShown: false, asksPermission: true, hours: HOURS };
const set = (given: object = {}) => call(setCallSettings, { id: shop.phoneNumberId, ...OPEN, ...given });
const shown = () => call(getCallSettings, { id: shop.phoneNumberId });

test('calls are off until they are set; a portfolio with a low limit is refused with Meta’s code', async () => {
  expect(await shown()).toEqual({ isOn: false, isIconShown: true, asksPermission: false, hours: null, holidays: 0 });
  await expect(set()).rejects.toMatchObject({ code: 'graph_error', extras: { provider: { code: 138015 } } });
  expect(await shown()).toMatchObject({ isOn: false });
});

test('the settings are written to Meta, and the list of channels shows them at once', async () => {
  await put({ messaging_limit_tier: 'TIER_2K' });
  const listed = async () => (await call(listChannelHealth, { limit: 50 })).items[0]?.calling;
  expect(await listed()).toMatchObject({ isOn: false });
  expect(await set()).toEqual({ id: shop.phoneNumberId, ...OPEN });
  expect(await shown()).toEqual({ ...OPEN, holidays: 0 });
  expect(await listed()).toEqual({ isOn: true, isIconShown: false, asksPermission: true, hasHours: true });
});

test('days with hours of their own stay, also while people can call at any time', async () => {
  const holiday = { date: '2026-12-02', start_time: '0000', end_time: '2359' };
  const weekly = [{ day_of_week: 'MONDAY', open_time: '0900', close_time: '1700' }];
  const call_hours = {
    status: 'ENABLED',
    timezone_id: 'UTC',
    weekly_operating_hours: weekly,
    holiday_schedule: [holiday],
  };
  await put({ calling: { status: 'ENABLED', call_hours } });
  await set();
  expect(await shown()).toMatchObject({ hours: HOURS, holidays: 1 });
  await set({ hours: null });
  expect(await shown()).toMatchObject({ hours: null, holidays: 1 });
});

test('hours that Meta does not take are refused before the call', async () => {
  const hours = ['08', '10', '12'].map((from) => ({ days: [1], from: `${from}:00`, to: `${from}:30` }));
  await expect(set({ hours: { time_zone: 'UTC', hours } })).rejects.toMatchObject({ code: 'invalid_hours' });
});

test('a number of another workspace is not_connected', async () => {
  const other = await service.makeTenant();
  const unknown = { code: 'not_connected' };
  const { phoneNumberId: id } = shop;
  await expect(call(getCallSettings, { id }, other)).rejects.toMatchObject(unknown);
  await expect(call(setCallSettings, { id, ...OPEN }, other)).rejects.toMatchObject(unknown);
});
