import type { DeviceGroupSettings } from '@parley/common/contracts/internal/manage-device-group';
import type { WASocket } from 'baileys';

/** Changes the given rules of a group, one by one. Throws the library's errors. */
export async function changeRules(
  sock: WASocket,
  group: string,
  { onlyAdminsSend, onlyAdminsEdit, membersAdd, approveJoins, disappearingS }: Partial<DeviceGroupSettings>,
): Promise<void> {
  if (onlyAdminsSend !== undefined)
    await sock.groupSettingUpdate(group, onlyAdminsSend ? 'announcement' : 'not_announcement');
  if (onlyAdminsEdit !== undefined) await sock.groupSettingUpdate(group, onlyAdminsEdit ? 'locked' : 'unlocked');
  if (membersAdd !== undefined) await sock.groupMemberAddMode(group, membersAdd ? 'all_member_add' : 'admin_add');
  if (approveJoins !== undefined) await sock.groupJoinApprovalMode(group, approveJoins ? 'on' : 'off');
  if (disappearingS !== undefined) await sock.groupToggleEphemeral(group, disappearingS);
}
