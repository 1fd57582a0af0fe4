import type { DevicePerson } from '@parley/common/contracts/internal/store-device-items';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import type { GroupMetadata, GroupParticipant, WASocket } from 'baileys';
import { addressOf } from '../received/read-person.client.ts';

export interface GroupSource {
  sock: Pick<WASocket, 'groupMetadata'>;
  /** Cache of recent answers; an entry is dropped when the network reports a change of the group. */
  groups: { get(jid: string): GroupMetadata | undefined; set(jid: string, group: GroupMetadata): void };
  onFault(error: unknown): void;
}

const ANSWER_WITHIN_MS = 5000;

/** Asks the network whether a person is admin of a group; false if it does not answer. */
export async function isAdmin(source: GroupSource, groupJid: string, person: DevicePerson): Promise<boolean> {
  // A message may name a group that this account has left: that must not delay other messages.
  const group = await findGroup(source, groupJid).catch((error: unknown) => {
    source.onFault(error);
    return null;
  });
  const names = new Set([person.address, ...person.aliases]);
  const isThem = (one: GroupParticipant): boolean => addressesOf(one).some((name) => name !== null && names.has(name));
  return group?.participants.some((one) => Boolean(one.admin) && isThem(one)) ?? false;
}

const addressesOf = ({ id, phoneNumber, lid }: GroupParticipant): (string | null)[] =>
  [id, phoneNumber, lid].map(addressOf);

async function findGroup({ sock, groups }: GroupSource, jid: string): Promise<GroupMetadata | null> {
  const known = groups.get(jid);
  if (known) return known;
  const found = await waitAtMost(sock.groupMetadata(jid), ANSWER_WITHIN_MS);
  if (found) groups.set(jid, found);
  return found;
}
