import type { Contract } from '../define-contract.ts';
import {
  listConversationMessages,
  listConversations,
  sendFromDashboard,
  updateConversation,
} from './operator/conversations.ts';
import { getDelivery, listDeliveries, replayDeliveries, sendTestEvent } from './operator/deliveries.ts';
import { eraseContact, eraseTenant, getErasure, listContacts, listErasures } from './operator/erasures.ts';
import { createKey, listKeys, revokeKey, rotateSecret, updateKey } from './operator/keys.ts';
import { discardQuarantined, getQuarantined, listQuarantined, retryQuarantined } from './operator/quarantine.ts';
import { connectWaNumber, listTenantChannels, removeTenantChannel } from './operator/tenant-channels.ts';
import { addCredit, createTenant, getTenant, listTenants, updateTenant } from './operator/tenants.ts';
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
  updateKey,
  revokeKey,
  rotateSecret,
  getWebhook,
  pauseWebhook,
  resumeWebhook,
  connectWaNumber,
  listTenantChannels,
  removeTenantChannel,
  listConversations,
  listConversationMessages,
  updateConversation,
  sendFromDashboard,
  listDeliveries,
  getDelivery,
  replayDeliveries,
  sendTestEvent,
  listQuarantined,
  getQuarantined,
  retryQuarantined,
  discardQuarantined,
] as const satisfies readonly (Contract & { path: string })[];
