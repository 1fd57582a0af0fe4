import { actOnDeviceMessage } from '@parley/common/contracts/internal/act-on-device-message';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { deleteAiKey, setAiKey, testAiKey } from '@parley/common/contracts/operator/ai-keys';
import { addKnowledge, deleteKnowledge } from '@parley/common/contracts/operator/bot-knowledge';
import { tryBot } from '@parley/common/contracts/operator/bot-turns';
import { createBot, deleteBot, rotateToolSecret, updateBot } from '@parley/common/contracts/operator/bots';
import { releaseMoveIn, startMoveIn } from '@parley/common/contracts/operator/move-in';
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
    createSession,
    deleteSession,
    openDeviceMedia,
    pairCode,
    pairPageCode,
    pairPageQr,
    releaseMoveIn,
    removeDevice,
    restoreStanza,
    sendDeviceMessage,
    sessionQr,
    setProxy,
    startMoveIn,
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
