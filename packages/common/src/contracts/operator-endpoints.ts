import type { Contract } from '../define-contract.ts';
import { deleteAiKey, listAiKeys, setAiKey, testAiKey } from './operator/ai-keys.ts';
import { addKnowledge, deleteKnowledge, getKnowledge, listKnowledge } from './operator/bot-knowledge.ts';
import { listBotTurns, showBotUsage, tryBot } from './operator/bot-turns.ts';
import { createBot, deleteBot, getBot, listBots, rotateToolSecret, updateBot } from './operator/bots.ts';
import { getConsentWords, updateConsentWords } from './operator/consent.ts';
import {
  cancelScheduledMessage,
  getConversation,
  getConversationPerson,
  listConversationMessages,
  listConversations,
  markConversationRead,
  sendFromDashboard,
  updateConversation,
} from './operator/conversations.ts';
import {
  getDelivery,
  getPlatformDelivery,
  listDeliveries,
  listPlatformDeliveries,
  replayDeliveries,
  replayPlatformDeliveries,
  sendTestEvent,
} from './operator/deliveries.ts';
import { eraseContact, eraseTenant, getErasure, listContacts, listErasures } from './operator/erasures.ts';
import { createKey, getKey, listKeys, revokeKey, rotateKey, rotateSecret, updateKey } from './operator/keys.ts';
import { listLinkedDevices, setDevicePace } from './operator/linked-devices.ts';
import {
  addMoveInKeys,
  beginMoveIn,
  finishMoveIn,
  importMoveInHistory,
  listMoveIns,
  releaseMoveIn,
  startMoveIn,
} from './operator/move-in.ts';
import { PLATFORM_WEBHOOK_ENDPOINTS } from './operator/platform-webhook.ts';
import { discardQuarantined, getQuarantined, listQuarantined, retryQuarantined } from './operator/quarantine.ts';
import {
  getNotificationSettings,
  listNotifications,
  listOperatorNotifications,
  operatorRecipients,
  tenantRecipients,
  updateNotificationSettings,
} from './operator/recipients.ts';
import { searchMessages } from './operator/search-messages.ts';
import { searchPeople } from './operator/search-people.ts';
import { setConsent } from './operator/set-consent.ts';
import { listStuckLanes, resumeLane } from './operator/stuck-lanes.ts';
import { showSystem } from './operator/system.ts';
import { connectWaNumber, listTenantChannels, removeTenantChannel } from './operator/tenant-channels.ts';
import { addCredit, createTenant, getTenant, listTenants, updateTenant } from './operator/tenants.ts';
import { updateConversations } from './operator/update-conversations.ts';
import { addUploadPiece, beginUpload } from './operator/uploads.ts';
import { getWebhook, pauseWebhook, resumeWebhook } from './operator/webhooks.ts';

/** Every operator endpoint below /api/admin (docs/reference/operator-api.md#access). */
export const OPERATOR_ENDPOINTS = [
  createTenant,
  listTenants,
  getTenant,
  updateTenant,
  addCredit,
  eraseTenant,
  listContacts,
  eraseContact,
  listErasures,
  getErasure,
  createKey,
  listKeys,
  getKey,
  updateKey,
  revokeKey,
  rotateSecret,
  rotateKey,
  getWebhook,
  pauseWebhook,
  resumeWebhook,
  connectWaNumber,
  listTenantChannels,
  removeTenantChannel,
  listConversations,
  getConversation,
  getConversationPerson,
  setConsent,
  listConversationMessages,
  searchMessages,
  searchPeople,
  updateConversation,
  markConversationRead,
  updateConversations,
  sendFromDashboard,
  cancelScheduledMessage,
  getConsentWords,
  updateConsentWords,
  beginUpload,
  addUploadPiece,
  listDeliveries,
  getDelivery,
  replayDeliveries,
  sendTestEvent,
  ...PLATFORM_WEBHOOK_ENDPOINTS,
  listPlatformDeliveries,
  getPlatformDelivery,
  replayPlatformDeliveries,
  listStuckLanes,
  resumeLane,
  listLinkedDevices,
  setDevicePace,
  listMoveIns,
  beginMoveIn,
  addMoveInKeys,
  finishMoveIn,
  startMoveIn,
  releaseMoveIn,
  importMoveInHistory,
  showSystem,
  listQuarantined,
  getQuarantined,
  retryQuarantined,
  discardQuarantined,
  tenantRecipients.create,
  tenantRecipients.list,
  tenantRecipients.update,
  tenantRecipients.remove,
  tenantRecipients.confirm,
  listNotifications,
  getNotificationSettings,
  updateNotificationSettings,
  operatorRecipients.create,
  operatorRecipients.list,
  operatorRecipients.update,
  operatorRecipients.remove,
  operatorRecipients.confirm,
  listOperatorNotifications,
  setAiKey,
  listAiKeys,
  testAiKey,
  deleteAiKey,
  createBot,
  listBots,
  getBot,
  updateBot,
  deleteBot,
  rotateToolSecret,
  tryBot,
  listBotTurns,
  showBotUsage,
  addKnowledge,
  listKnowledge,
  getKnowledge,
  deleteKnowledge,
] as const satisfies readonly (Contract & { path: string })[];
