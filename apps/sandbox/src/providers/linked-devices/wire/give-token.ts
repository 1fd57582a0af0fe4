import { randomBytes } from 'node:crypto';
import type { Device, Person } from '../state/network-state.ts';
import { queueNode } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

let lastId = 0;

/** The person's trusted-contact token for the account; made on first use. */
export function tokenOf(owner: Person, person: Person): Buffer {
  const token = owner.tokens.get(person) ?? randomBytes(16);
  owner.tokens.set(person, token);
  return token;
}

function notify(device: Device, person: Person, token: Buffer, nowS: number): void {
  const id = `token-${++lastId}`;
  const tokens = [stanza('token', { jid: device.owner.jid, t: nowS, type: 'trusted_contact' }, token)];
  const attrs = { from: person.jid, sender_lid: person.lid, type: 'privacy_token', id, t: nowS };
  const node = stanza('notification', attrs, [stanza('tokens', {}, tokens)]);
  queueNode(device, node);
}

/** The person gives the account a trusted-contact token, and the network notifies its devices. */
export function giveToken(owner: Person, person: Person, nowMs: number): void {
  const token = tokenOf(owner, person);
  for (const device of owner.devices.values())
    if (device.state === 'paired') notify(device, person, token, Math.floor(nowMs / 1000));
}
