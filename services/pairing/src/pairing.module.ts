import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { removeDevice } from './devices/remove-device.ts';
import { changeGroupMembers } from './groups/change-group-members.ts';
import { createGroup } from './groups/create-group.ts';
import { decideGroupRequests } from './groups/decide-group-requests.ts';
import { getGroup } from './groups/get-group.ts';
import { getGroupInvite } from './groups/get-group-invite.ts';
import { joinGroup } from './groups/join-group.ts';
import { leaveGroup } from './groups/leave-group.ts';
import { listGroupRequests } from './groups/list-group-requests.ts';
import { listGroups } from './groups/list-groups.ts';
import { manageDeviceGroup } from './groups/manage-device-group.ts';
import { revokeGroupInvite } from './groups/revoke-group-invite.ts';
import { updateGroup } from './groups/update-group.ts';
import { openDeviceMedia } from './media/open-device-media.ts';
import { importMoveInHistory } from './move-in/import-move-in-history.ts';
import { releaseMoveIn } from './move-in/release-move-in.ts';
import { startMoveIn } from './move-in/start-move-in.ts';
import { getPageCode } from './pages/get-page-code.ts';
import { getPageQr } from './pages/get-page-qr.ts';
import { blockPerson } from './profiles/block-person.ts';
import { getProfile } from './profiles/get-profile.ts';
import { getProfilePicture } from './profiles/get-profile-picture.ts';
import { listBlocked } from './profiles/list-blocked.ts';
import { manageDeviceProfile } from './profiles/manage-device-profile.ts';
import { unblockPerson } from './profiles/unblock-person.ts';
import { updateProfile } from './profiles/update-profile.ts';
import { setProxy } from './proxies/set-proxy.ts';
import { restoreStanza } from './received/restore-stanza.ts';
import { makePairingRecordsModule } from './records.module.ts';
import { actOnDeviceMessage } from './sends/act-on-device-message.ts';
import { sendDeviceMessage } from './sends/send-device-message.ts';
import { openPairingService, type PairingParts, SERVICE } from './service.ts';
import { createSession } from './sessions/create-session.ts';
import { deleteSession } from './sessions/delete-session.ts';
import { getPairCode } from './sessions/get-pair-code.ts';
import { getSessionQr } from './sessions/get-session-qr.ts';
import { makeWorkers } from './workers.ts';

/** Verbs of the service. */
export const VERBS = [
  createSession,
  getPairCode,
  getSessionQr,
  getPageQr,
  getPageCode,
  setProxy,
  deleteSession,
  removeDevice,
  sendDeviceMessage,
  actOnDeviceMessage,
  restoreStanza,
  openDeviceMedia,
  startMoveIn,
  releaseMoveIn,
  importMoveInHistory,
  manageDeviceGroup,
  listGroups,
  getGroup,
  createGroup,
  updateGroup,
  changeGroupMembers,
  getGroupInvite,
  revokeGroupInvite,
  joinGroup,
  listGroupRequests,
  decideGroupRequests,
  leaveGroup,
  manageDeviceProfile,
  getProfile,
  updateProfile,
  getProfilePicture,
  listBlocked,
  blockPerson,
  unblockPerson,
];

@Module({})
class PairingModule {}

/** The pairing service: linked devices, their sessions, sends and receives. Wiring only. */
export function makePairingModule(parts: PairingParts): DynamicModule {
  const service = openPairingService(parts);
  return {
    module: PairingModule,
    imports: [makePairingRecordsModule(service)],
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
