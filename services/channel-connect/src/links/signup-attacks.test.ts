import { afterAll, beforeAll, expect, test } from 'vitest';
import { connected, errorOf, openSignupFlow, PIN, resultOf, type SignupFlow, withPin } from '../../test/signup-flow.ts';

// Attempts of a hostile page or of a second workspace with a link of a number
// (docs/connect-whatsapp.md#the-page-with-the-popup).
let service: SignupFlow;
beforeAll(async () => {
  service = await openSignupFlow();
});
afterAll(() => service[Symbol.asyncDispose]());

test('of two workspaces that connect a number at once one has it, registered once; the other has nothing', async () => {
  const tenants = await Promise.all([1, 2, 3].map(() => service.makeTenant()));
  const made = await service.makeNumber();
  const visits = await Promise.all(tenants.map((tenant) => service.openVisit(tenant)));
  for (const visit of visits) expect(await visit.send(await service.code([made]))).toMatchObject({ pin: {} });
  const steps = await Promise.all(visits.map((visit) => visit.send(withPin(PIN))));
  const winners = steps.filter((step) => resultOf(step).service_status === 'success');
  expect(winners.map(resultOf)).toEqual([connected(made)]);
  expect(steps.map(errorOf).filter(Boolean)).toEqual(['already_connected', 'already_connected']);
  const rows = await service.accountsAt('wa', made.phoneNumberId);
  expect(rows.filter(({ status }) => status !== 'disconnected')).toHaveLength(1);
  await expect.poll(service.jobs).toEqual([]);
  const { account, number } = await service.look(made);
  expect(account.subscribed).toBe(true);
  expect(number?.registeredAtMs).toHaveLength(1);
  const events = await Promise.all(tenants.map((tenant) => service.eventsOf(tenant)));
  expect(events.flat().map(({ type }) => type)).toEqual(['channel.connected']);
});

test('a link that has connected a number connects no second one, whatever code its page sends', async () => {
  const tenant = await service.makeTenant();
  const [made, second] = [
    await service.makeNumber({ registered: true }),
    await service.makeNumber({ registered: true }),
  ];
  const visit = await service.openVisit(tenant);
  await visit.send(await service.code([made]));
  const answers = [await service.code([second]), withPin(null, second.phoneNumberId)];
  for (const answer of answers) expect(resultOf(await visit.send(answer))).toEqual(connected(made));
  expect(await service.rowOf(second)).toBeUndefined();
  expect((await service.look(second)).account.subscribed).toBe(false);
});

test('a number is looked for in the account that is claimed with it, and another one’s visit gives no number away', async () => {
  const [tenant, other] = [await service.makeTenant(), await service.makeTenant()];
  const [made, second] = [
    await service.makeNumber({ registered: true }),
    await service.makeNumber({ registered: true }),
  ];
  const swapped = { wabaId: made.wabaId, phoneNumberId: second.phoneNumberId };
  expect(errorOf(await (await service.openVisit(tenant)).send(await service.code([made, second], swapped)))).toBe(
    'not_granted',
  );

  // The visit of one workspace, reported from the browser that opened a link of another one.
  const victim = await service.openVisit(tenant, 'v'.repeat(43));
  await victim.send(await service.code([made, second]));
  const attacker = await service.openVisit(other);
  const stolen = await attacker.send(withPin(null, made.phoneNumberId), { state: victim.state });
  expect(errorOf(stolen)).toBe('other_browser');
  expect(errorOf(await attacker.send(withPin(null, made.phoneNumberId)))).toBe('state_mismatch');
  for (const number of [made, second]) expect(await service.rowOf(number)).toBeUndefined();
});
