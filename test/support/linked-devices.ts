import { pollUntil } from '@parley/testing/poll-until';
import { type Answer, makeTenant, sandbox, type TestTenant, uniqueDigits } from './client.ts';
import type { System } from './system.ts';

/** A session that a phone is linked to. */
export interface LinkedDevice {
  /** Digits of the phone's number. */
  number: string;
  token: string;
  /** Id of the connection, as in `channels` and `account.id`. */
  id: string;
  /** How the emulated network calls the device. */
  deviceId: string;
}

/** A device as the emulated network sees it. */
export interface NetworkDevice {
  id: string;
  connected: number;
  max_concurrent: number;
  replaced: number;
  logins: { at: string; closed_at: string | null }[];
}

const WITHIN_MS = 30_000;

/** Calls the control API of the emulated network; throws when it refuses. */
export async function network(
  system: System,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Record<string, unknown>,
): Promise<Answer['body']> {
  const answer = await sandbox(system, method, `/devices${path}`, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const networkDevices = async (system: System): Promise<NetworkDevice[]> =>
  (await network(system, 'GET', '')).devices;

/** Waits until session-status tells this status; answers what it tells. */
export const untilSession = (tenant: TestTenant, token: string, status: string): Promise<Answer['body']> =>
  pollUntil(
    async () => {
      const { body } = await tenant.get('session-status', { session_token: token });
      return body.status === status ? body : null;
    },
    { deadlineMs: WITHIN_MS, everyMs: 100, what: () => `the session to be ${status}` },
  );

/** Links a phone of its own to a new session, by QR. */
export async function linkDevice(system: System, tenant: TestTenant, label = 'Shop'): Promise<LinkedDevice> {
  const number = uniqueDigits('1777');
  await network(system, 'POST', '/phones', { number });
  const { body: session } = await tenant.post('create-session', { label });
  const { body: shown } = await tenant.get('session-qr', { session_token: session.session_token });
  await network(system, 'POST', `/phones/${number}/scan`, { qr: shown.qr });
  await untilSession(tenant, session.session_token, 'connected');
  return { number, token: session.session_token, id: String(session.account_id), deviceId: `${number}:1` };
}

/** Links many, a few at a time. */
export async function linkDevices(system: System, tenant: TestTenant, count: number): Promise<LinkedDevice[]> {
  const devices: LinkedDevice[] = [];
  let started = 0;
  const line = async (): Promise<void> => {
    while (started++ < count) devices.push(await linkDevice(system, tenant));
  };
  await Promise.all(Array.from({ length: 5 }, line));
  return devices;
}

/** A person writes to a linked number, or into a group; answers the network's id of the message. */
export const personWritesTo = async (
  system: System,
  from: string,
  to: string,
  message: Record<string, unknown>,
): Promise<string> => (await network(system, 'POST', `/phones/${from}/messages`, { to, ...message })).id;

/** What a tenant for linked devices alone is made of. */
export const WD = { channels: ['wd'], connectWa: false };

/** Somebody with a phone on the emulated network; answers the digits of the number. */
export async function makePerson(system: System, given: Record<string, unknown> = {}): Promise<string> {
  const number = uniqueDigits('1666');
  await network(system, 'POST', '/phones', { number, name: `Ann ${number.slice(-4)}`, ...given });
  return number;
}

/** A tenant with one linked device, and a person who may write to it. */
export async function openLinked(system: System, given: Record<string, unknown> = {}) {
  const tenant = await makeTenant(system, WD);
  const device = await linkDevice(system, tenant);
  return { system, tenant, device, ann: await makePerson(system, given) };
}
