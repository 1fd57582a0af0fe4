import { createGroup } from '@parley/common/contracts/groups/create-group';
import { group } from '@parley/common/contracts/groups/group';
import { groupInvite, joinGroup, revokeGroupInvite } from '@parley/common/contracts/groups/group-invite';
import { groupMembers } from '@parley/common/contracts/groups/group-members';
import { decideGroupRequests, groupRequests } from '@parley/common/contracts/groups/group-requests';
import { groups } from '@parley/common/contracts/groups/groups';
import { leaveGroup } from '@parley/common/contracts/groups/leave-group';
import { updateGroup } from '@parley/common/contracts/groups/update-group';
import { actOnDeviceMessage } from '@parley/common/contracts/internal/act-on-device-message';
import { manageDeviceGroup } from '@parley/common/contracts/internal/manage-device-group';
import { manageDeviceProfile } from '@parley/common/contracts/internal/manage-device-profile';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { deleteAiKey, setAiKey, testAiKey } from '@parley/common/contracts/operator/ai-keys';
import { addKnowledge, deleteKnowledge } from '@parley/common/contracts/operator/bot-knowledge';
import { tryBot } from '@parley/common/contracts/operator/bot-turns';
import { createBot, deleteBot, rotateToolSecret, updateBot } from '@parley/common/contracts/operator/bots';
import { importMoveInHistory, releaseMoveIn, startMoveIn } from '@parley/common/contracts/operator/move-in';
import { blockList, blockPerson, unblockPerson } from '@parley/common/contracts/profiles/block-list';
import { profile } from '@parley/common/contracts/profiles/profile';
import { profilePicture } from '@parley/common/contracts/profiles/profile-picture';
import { updateProfile } from '@parley/common/contracts/profiles/update-profile';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { setProxy } from '@parley/common/contracts/sessions/set-proxy';
import type { Contract } from '@parley/common/define-contract';

/**
 * Contracts that only the child process of a service answers, each of which starts it. The first process answers the
 * others itself (`records.module.ts` of the service); a test compares the list with its verbs.
 */
export const ONLY_IN_CHILD = {
  pairing: [
    actOnDeviceMessage,
    blockList,
    blockPerson,
    createGroup,
    createSession,
    decideGroupRequests,
    deleteSession,
    group,
    groupInvite,
    groupMembers,
    groupRequests,
    groups,
    importMoveInHistory,
    joinGroup,
    leaveGroup,
    manageDeviceGroup,
    manageDeviceProfile,
    openDeviceMedia,
    pairCode,
    pairPageCode,
    pairPageQr,
    profile,
    profilePicture,
    releaseMoveIn,
    removeDevice,
    restoreStanza,
    revokeGroupInvite,
    sendDeviceMessage,
    sessionQr,
    setProxy,
    startMoveIn,
    unblockPerson,
    updateGroup,
    updateProfile,
  ],
  bots: [
    addKnowledge,
    createBot,
    deleteAiKey,
    deleteBot,
    deleteKnowledge,
    rotateToolSecret,
    setAiKey,
    testAiKey,
    tryBot,
    updateBot,
  ],
} as const satisfies Record<string, readonly Contract[]>;
