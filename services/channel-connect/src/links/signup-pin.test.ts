import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connected, openSignupFlow, PIN, resultOf, type SignupFlow, withPin } from '../../test/signup-flow.ts';

// The registration of a number with its PIN (docs/reference/channels.md#numbers-by-a-link).
let service: SignupFlow;
beforeAll(async () => {
  service = await openSignupFlow();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('a PIN', () => {
  test('that is wrong is asked for again without another popup, and never sent by itself', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber({ pin: PIN });
    const visit = await service.openVisit(tenant);
    await visit.send(await service.code([made]));
    expect(await visit.send(withPin('111111'))).toMatchObject({ pin: { problem: 'wrong_pin' } });
    expect((await service.look(made)).number?.registeredAtMs).toHaveLength(1);
    expect(await service.eventsOf(tenant)).toEqual([]);
    // A repeated question sends nothing.
    expect(await visit.send(withPin(null))).toMatchObject({ pin: { problem: null } });
    expect((await service.look(made)).number?.registeredAtMs).toHaveLength(1);
    expect(resultOf(await visit.send(withPin(PIN)))).toEqual(connected(made));
    expect((await service.rowOf(made))?.registerAttempts).toBe(2);
  });

  test('is refused without a call after ten registrations, until 72 hours after the first', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber({ pin: PIN });
    const visit = await service.openVisit(tenant);
    await visit.send(await service.code([made]));
    await visit.send(withPin('111111'));
    await service.database.db.prisma.channelAccount.updateMany({
      where: { externalId: made.phoneNumberId },
      data: { registerAttempts: 10 },
    });
    const since = (await service.rowOf(made))?.registerSince?.getTime() ?? 0;
    const until = new Date(since + 72 * 3_600_000).toISOString();
    for (const pin of [PIN, null])
      expect(await visit.send(withPin(pin))).toMatchObject({ stopped: { problem: 'locked', until } });
    expect((await service.look(made)).number?.registeredAtMs).toHaveLength(1);
  });

  test('that the platform does not take any more locks the number for 72 hours, for other links too', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const visit = await service.openVisit(tenant);
    await visit.send(await service.code([made]));
    await service.driver.graph.whatsapp.failNext({
      mode: 'error',
      code: 133_016,
      match: { path: `/${made.phoneNumberId}/register` },
    });
    const stopped = await visit.send(withPin(PIN));
    expect(stopped).toMatchObject({ stopped: { problem: 'locked', until: expect.any(String) } });
    const other = await service.openVisit(tenant);
    expect(await other.send(await service.code([made]))).toMatchObject(stopped);
    expect((await service.look(made)).number?.registered).toBe(false);
  });

  test.each([
    [133_006, 'not_verified'],
    [133_008, 'too_many_pins'],
    [133_009, 'too_many_pins'],
    [133_015, 'later'],
    [133_000, 'later'],
    [133_004, 'later'],
    [136_024, 'refused'],
  ])('refused with %i stops as %s, with the way back', async (refusal, problem) => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const visit = await service.openVisit(tenant);
    await visit.send(await service.code([made]));
    await service.driver.graph.whatsapp.failNext({
      mode: 'error',
      code: refusal,
      match: { path: `/${made.phoneNumberId}/register` },
    });
    const step = await visit.send(withPin(PIN));
    expect(step).toMatchObject({ stopped: { problem, message: expect.any(String) } });
    if (!('stopped' in step)) throw new Error('expected');
    expect(new URL(step.stopped.location ?? '').searchParams.get('error')).toBe('registration_refused');
    // The subscription is reverted.
    await expect.poll(async () => (await service.look(made)).account.subscribed).toBe(false);
    expect(await service.rowOf(made)).toMatchObject({ status: 'disconnected', registerAttempts: 1 });
  });

  test('whose answer is lost after it was accepted connects the number; one that was not is asked for again', async () => {
    const tenant = await service.makeTenant();
    for (const wasAccepted of [true, false]) {
      const made = await service.makeNumber();
      const visit = await service.openVisit(tenant);
      await visit.send(await service.code([made]));
      const path = `/${made.phoneNumberId}/register`;
      await service.driver.graph.whatsapp.failNext({ mode: 'reset', match: { path }, after_accept: wasAccepted });
      const step = await visit.send(withPin(PIN));
      if (wasAccepted) expect(resultOf(step)).toEqual(connected(made));
      else expect(step).toMatchObject({ pin: { problem: 'no_answer' } });
      expect((await service.look(made)).number?.registeredAtMs ?? []).toHaveLength(wasAccepted ? 1 : 0);
    }
  });
});
