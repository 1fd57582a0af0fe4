import type { DeviceContent, DeviceDriver } from '@parley/sandbox/driver/sandbox-driver';
import { pollUntil } from '@parley/testing/poll-until';
import type { Answer } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../tenants/client.ts';

/** A session with a linked phone. */
export interface LinkedDevice {
  /** Digits of the phone's number. */
  number: string;
  token: string;
  /** Id of the connection, as in `channels` and `account.id`. */
  id: string;
  /** The device's id on the emulated network. */
  deviceId: string;
}

const WITHIN_MS = 45_000;

/** Waits until session-status has this status; returns its body. */
export const untilSession = (tenant: TestTenant, token: string, status: string): Promise<Answer['body']> =>
  pollUntil(
    async () => {
      const { body } = await tenant.get('session-status', { session_token: token });
      return body.status === status ? body : null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 100, what: () => `the session to be ${status}` },
  );

/** Links a new phone to a new session, by QR. */
export async function linkDevice(system: System, tenant: TestTenant, label = 'Shop'): Promise<LinkedDevice> {
  const number = uniqueDigits('1777');
  await system.sandbox.devices.putPhone({ number });
  // A busy machine may not start the process of devices in time: 503, to be repeated.
  const session = await pollUntil(
    async () => {
      const { status, body } = await tenant.post('create-session', { label });
      if (status !== 200 && status !== 503) throw new Error(`No session was made: ${JSON.stringify(body)}`);
      return status === 200 ? body : null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 1000, what: () => `a session for ${number}` },
  );
  // On a busy machine a worker may have no code yet at the first request.
  const qr = await pollUntil<string>(
    async () => (await tenant.get('session-qr', { session_token: session.session_token })).body.qr ?? null,
    { deadlineMs: WITHIN_MS, everyMs: 100, what: () => `the QR code of ${number}` },
  );
  await system.sandbox.devices.scan(number, qr);
  await untilSession(tenant, session.session_token, 'connected');
  return { number, token: session.session_token, id: String(session.account_id), deviceId: `${number}:1` };
}

/** Links several devices, a few at a time. */
export async function linkDevices(system: System, tenant: TestTenant, count: number): Promise<LinkedDevice[]> {
  const devices: LinkedDevice[] = [];
  let started = 0;
  const line = async (): Promise<void> => {
    while (started++ < count) devices.push(await linkDevice(system, tenant));
  };
  await Promise.all(Array.from({ length: 5 }, line));
  return devices;
}

/** A person writes to a linked number or into a group; returns the network's id of the message. */
export const personWritesTo = async (
  system: System,
  from: string,
  to: string,
  message: DeviceContent,
): Promise<string> => (await system.sandbox.devices.writes(from, { to, ...message })).id;

/** Options of a tenant with linked devices only. */
export const WD = { channels: ['wd'], connectWa: false };

/** Optional facts about a person with a phone. */
type PersonFacts = Omit<Parameters<DeviceDriver['putPhone']>[0], 'number'>;

/** Makes a person with a phone on the emulated network; returns the digits of the number. */
export async function makePerson(system: System, given: PersonFacts = {}): Promise<string> {
  const number = uniqueDigits('1666');
  await system.sandbox.devices.putPhone({ number, name: `Ann ${number.slice(-4)}`, ...given });
  return number;
}

/** Makes a tenant with one linked device, and a person who can write to it. */
export async function openLinked(system: System, given: PersonFacts = {}) {
  const tenant = await makeTenant(system, WD);
  const device = await linkDevice(system, tenant);
  return { system, tenant, device, ann: await makePerson(system, given) };
}

/** Like {@link openLinked}, with a second person, and a group of the three in which both have written; `first` is the message of Ann. */
export async function openGroup(given: System, ofBob: PersonFacts = {}) {
  const { system, ann, ...linked } = await openLinked(given);
  const bob = await makePerson(system, ofBob);
  const owner = linked.device.number;
  const group = await system.sandbox.devices.makeGroup({ subject: 'Team', owner, participants: [ann, bob] });
  const first = await personWritesTo(system, ann, group.id, { type: 'text', text: 'from Ann' });
  await personWritesTo(system, bob, group.id, { type: 'text', text: 'from Bob' });
  return { system, ...linked, ann, bob, group, first };
}
