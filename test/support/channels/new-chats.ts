import { at } from '@parley/common/at';
import { pollUntil } from '@parley/testing/poll-until';
import { type Answer, callJson } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import type { TestTenant } from '../tenants/client.ts';
import { type LinkedDevice, makePerson } from './linked-devices.ts';

/** Sets the pace of new chats of a device. */
export const setPace = (
  { origin, adminToken: token }: System,
  { id }: LinkedDevice,
  pace: 'gentle' | 'off' | null,
): Promise<Answer> => callJson('PATCH', `${origin}/api/admin/linked-devices/${id}`, { token, body: { pace } });

/** More than a send may wait for: one at once, and one after each of its two pauses. */
const TOO_MANY = 8;

/** Writes to several new people at once with the gentle pace; returns the answer to one that was held back. */
export async function sendTooFast(system: System, tenant: TestTenant, device: LinkedDevice): Promise<Answer> {
  await setPace(system, device, 'gentle');
  const people = await Promise.all(Array.from({ length: TOO_MANY }, () => makePerson(system)));
  const from = device.id;
  const answers = await Promise.all(
    people.map((person) => tenant.post('send', { channel: 'wd', from, to: `+${person}`, message: 'hello' })),
  );
  await setPace(system, device, null);
  return at(
    answers.filter(({ status }) => status !== 200),
    0,
  );
}

/** Writes to a new person while the network restricts the account; returns the answer. */
export async function sendWhileRestricted(system: System, tenant: TestTenant, device: LinkedDevice): Promise<Answer> {
  const isRestricted = async () =>
    (await tenant.get('session-status', { id: device.id })).body.limits.restricted !== null;
  await system.sandbox.devices.limit(device.deviceId, { kind: 'reachout_timelock', seconds: 3600 });
  await pollUntil(async () => ((await isRestricted()) ? true : null), { what: () => 'the restriction' });
  const person = await makePerson(system);
  return tenant.post('send', { channel: 'wd', from: device.id, to: `+${person}`, message: 'hello' });
}
