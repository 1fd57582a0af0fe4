import type { DeviceGroupInfo, DeviceGroupSummary } from '@parley/common/contracts/internal/manage-device-group';
import type { GroupMetadata, GroupParticipant } from 'baileys';
import { secondsAsInstant } from '../received/network-time.client.ts';
import { addressOf, isOwnAddress, lidOf, type OwnJids, phoneOf } from '../received/read-person.client.ts';

type Member = DeviceGroupInfo['members'][number];

const roleOf = ({ admin }: GroupParticipant): Member['role'] =>
  admin === 'superadmin' ? 'owner' : admin === 'admin' ? 'admin' : 'member';

/** A group's creation; null if the network gives none. */
const createdAt = ({ creation }: GroupMetadata): string | null =>
  Number.isFinite(creation) && creation ? secondsAsInstant(String(creation)) : null;

const readMember = (one: GroupParticipant): Member[] => {
  const lid = lidOf(one.id) ?? lidOf(one.lid);
  const address = phoneOf(one.id) ?? phoneOf(one.phoneNumber) ?? lid;
  return address === null ? [] : [{ address, lid, role: roleOf(one) }];
};

/** The role of the account in a group; null when the group does not list it. */
function ownRole({ participants }: GroupMetadata, me: OwnJids | null): Member['role'] | null {
  const isMe = ({ id, phoneNumber, lid }: GroupParticipant): boolean =>
    [id, phoneNumber, lid].some((jid) => {
      const address = addressOf(jid);
      return address !== null && isOwnAddress(me, address);
    });
  const own = participants.find(isMe);
  return own ? roleOf(own) : null;
}

/** A group of a list. */
export const readSummary = (group: GroupMetadata, me: OwnJids | null): DeviceGroupSummary => ({
  groupId: group.id,
  subject: group.subject ?? '',
  size: group.size ?? group.participants.length,
  role: ownRole(group, me),
  settings: {
    onlyAdminsSend: group.announce ?? false,
    onlyAdminsEdit: group.restrict ?? false,
    membersAdd: group.memberAddMode ?? false,
    approveJoins: group.joinApprovalMode ?? false,
    disappearingS: group.ephemeralDuration ?? 0,
  },
  createdAt: createdAt(group),
});

/** A group with its members. */
export const readGroup = (group: GroupMetadata, me: OwnJids | null): DeviceGroupInfo => ({
  ...readSummary(group, me),
  description: group.desc || null,
  owner: phoneOf(group.ownerPn) ?? addressOf(group.owner),
  members: group.participants.flatMap(readMember),
});
