import type { DevicePerson } from '@parley/common/contracts/internal/store-device-items';
import type { GroupMetadata, GroupParticipant, WASocket } from 'baileys';
import { addressOf } from './read-person.ts';

export interface IsAdminDeps {
  sock: Pick<WASocket, 'groupMetadata'>;
  /** What the network said lately; forgotten when it says that a group has changed. */
  groups: { get(jid: string): GroupMetadata | undefined; set(jid: string, group: GroupMetadata): void };
  onFault(error: unknown): void;
}

const ANSWER_WITHIN_MS = 5000;

const addressesOf = ({ id, phoneNumber, lid }: GroupParticipant): (string | null)[] =>
  [id, phoneNumber, lid].map(addressOf);

/** Asks the network who a group's admins are; a group that it tells nothing of has none. */
export function makeIsAdmin({ sock, groups, onFault }: IsAdminDeps) {
  async function find(jid: string): Promise<GroupMetadata | null> {
    const known = groups.get(jid);
    if (known) return known;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    });
    const found = await Promise.race([sock.groupMetadata(jid), late]).finally(() => clearTimeout(timer));
    if (found) groups.set(jid, found);
    return found;
  }

  return async (groupJid: string, person: DevicePerson): Promise<boolean> => {
    // Somebody may name a group that this account has left: that must not hold up what others wrote.
    const group = await find(groupJid).catch((error: unknown) => {
      onFault(error);
      return null;
    });
    const names = new Set([person.address, ...person.aliases]);
    const isThem = (one: GroupParticipant): boolean =>
      addressesOf(one).some((name) => name !== null && names.has(name));
    return group?.participants.some((one) => Boolean(one.admin) && isThem(one)) ?? false;
  };
}
