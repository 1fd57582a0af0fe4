import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  BROWSER,
  connected,
  openSignupFlow,
  PIN,
  resultOf,
  type SignupAnswer,
  type SignupFlow,
  withPin,
} from '../../test/signup-flow.ts';
import type { ChannelConnectService } from '../service.ts';
import { authorizeSignup } from './authorize-signup.ts';

// A process that dies at any call to the platform leaves nothing half connected, and the person continues.
let service: SignupFlow;
beforeAll(async () => {
  service = await openSignupFlow();
});
afterEach(() => service.setNow(null));
afterAll(() => service[Symbol.asyncDispose]());

const HOLD_MS = 120_000;
type Call = 'exchangeSignupCode' | 'inspectToken' | 'listNumbers' | 'subscribeApp' | 'register';

/** A process that dies at a call: before the platform hears of it, or after it has carried it out. */
function dying({ otherProcess }: SignupFlow, call: Call, when: 'before' | 'after') {
  let die = (): void => {};
  const dead = new Promise<void>((resolve) => {
    die = resolve;
  });
  const stop =
    (work: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]) => {
      if (when === 'after') await work(...given);
      die();
      return new Promise<never>(() => {});
    };
  const { graph, pages } = otherProcess;
  const replaced = <Client extends object>(client: Client): Client =>
    // safe: the same call, which never ends
    call in client ? { ...client, [call]: stop(client[call as keyof Client] as never) } : client;
  const process: ChannelConnectService = { ...otherProcess, graph: replaced(graph), pages: replaced(pages) };
  return { process, dead };
}

test.each<[Call, 'before' | 'after', number]>([
  ['exchangeSignupCode', 'before', 1],
  ['exchangeSignupCode', 'after', 1],
  ['inspectToken', 'before', 1],
  ['inspectToken', 'after', 1],
  ['listNumbers', 'before', 1],
  ['listNumbers', 'after', 1],
  ['subscribeApp', 'before', 1],
  ['subscribeApp', 'after', 1],
  ['register', 'before', 1],
  ['register', 'after', 1],
])(
  'a process that dies at %s, %s the platform: connected once, registered %i times',
  async (call, when, registrations) => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const visit = await service.openVisit(tenant);
    const { process, dead } = dying(service, call, when);
    const send = (answer: SignupAnswer) =>
      authorizeSignup(process, { state: visit.state, browserSecret: BROWSER, answer });
    const isLate = call === 'subscribeApp' || call === 'register';
    if (isLate) await visit.send(await service.code([made]));
    void send(isLate ? withPin(PIN) : await service.code([made]));
    await dead;

    expect(await service.eventsOf(tenant)).toEqual([]);
    service.setNow(new Date(Date.now() + HOLD_MS + 1000));
    // Holds of the dead process end, and what it set up at the platform is reverted.
    await expect.poll(service.jobs).toEqual([]);
    const { account } = await service.look(made);
    expect(account.subscribed).toBe(false);
    expect(await service.rowOf(made)).not.toMatchObject({ status: 'connected' });

    // The person presses Try again; without a stored token, the link is opened again.
    let step = await visit.send(withPin(null));
    if ('location' in step && step.location.includes('state_mismatch')) {
      const { state } = await visit.begin();
      step = await visit.send(await service.code([made]), { state });
      if ('pin' in step) step = await visit.send(withPin(PIN), { state });
    } else if ('pin' in step) step = await visit.send(withPin(PIN));
    expect(resultOf(step)).toEqual(connected(made));
    const after = await service.look(made);
    expect(after.account.subscribed).toBe(true);
    expect(after.number?.registeredAtMs).toHaveLength(registrations);
    expect((await service.eventsOf(tenant)).map(({ type }) => type)).toEqual(['channel.connected']);
    await expect.poll(service.jobs).toEqual([]);
  },
);
