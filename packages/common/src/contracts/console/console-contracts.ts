import { type ConsoleContract, type ReusedContract, reuse } from '../../contract/define-console.ts';
import { capabilities } from '../channels/capabilities.ts';
import { connectLink } from '../channels/connect-link.ts';
import { connectTelegram } from '../channels/connect-telegram.ts';
import { createTemplate } from '../channels/create-template.ts';
import { deleteTemplate } from '../channels/delete-template.ts';
import { templates } from '../channels/templates.ts';
import { updateTemplate } from '../channels/update-template.ts';
import { commentReply } from '../comments/comment-reply.ts';
import { comments } from '../comments/comments.ts';
import { listCommentAnswers } from '../comments/list-comment-answers.ts';
import { listCommentThread } from '../comments/list-comment-thread.ts';
import { group } from '../groups/group.ts';
import { groupInvite, revokeGroupInvite } from '../groups/group-invite.ts';
import { groupMembers } from '../groups/group-members.ts';
import { decideGroupRequests, groupRequests } from '../groups/group-requests.ts';
import { leaveGroup } from '../groups/leave-group.ts';
import { updateGroup } from '../groups/update-group.ts';
import { deleteMessage } from '../messages/delete-message.ts';
import { editMessage } from '../messages/edit-message.ts';
import { markRead } from '../messages/mark-read.ts';
import { passThread } from '../messages/pass-thread.ts';
import { react } from '../messages/react.ts';
import { releaseThread } from '../messages/release-thread.ts';
import { takeThread } from '../messages/take-thread.ts';
import { typing } from '../messages/typing.ts';
import { deleteAiKey, listAiKeys, setAiKey, testAiKey } from '../operator/ai-keys.ts';
import { addKnowledge, deleteKnowledge, listKnowledge } from '../operator/bot-knowledge.ts';
import { listBotTurns, showBotUsage, tryBot } from '../operator/bot-turns.ts';
import { createBot, deleteBot, getBot, listBots, rotateToolSecret, updateBot } from '../operator/bots.ts';
import { getConsentWords, updateConsentWords } from '../operator/consent.ts';
import {
  cancelScheduledMessage,
  getConversation,
  getConversationPerson,
  listConversationMessages,
  listConversations,
  markConversationRead,
  sendFromDashboard,
  updateConversation,
} from '../operator/conversations.ts';
import {
  getDelivery,
  getPlatformDelivery,
  listDeliveries,
  listPlatformDeliveries,
  replayDeliveries,
  replayPlatformDeliveries,
  sendTestEvent,
} from '../operator/deliveries.ts';
import { eraseContact } from '../operator/erasures.ts';
import { createKey, getKey, listKeys, revokeKey, rotateKey, rotateSecret, updateKey } from '../operator/keys.ts';
import { listLinkedDevices, setDevicePace } from '../operator/linked-devices.ts';
import {
  checkPlatformWebhook,
  checkTenantPlatformWebhook,
  deletePlatformWebhook,
  deleteTenantPlatformWebhook,
  getPlatformWebhook,
  getTenantPlatformWebhook,
  pausePlatformWebhook,
  pauseTenantPlatformWebhook,
  resumePlatformWebhook,
  resumeTenantPlatformWebhook,
  rotatePlatformSecret,
  rotateTenantPlatformSecret,
  setPlatformWebhook,
  setTenantPlatformWebhook,
  testPlatformWebhook,
  testTenantPlatformWebhook,
} from '../operator/platform-webhook.ts';
import {
  getNotificationSettings,
  listNotifications,
  tenantRecipients,
  updateNotificationSettings,
} from '../operator/recipients.ts';
import { searchMessages } from '../operator/search-messages.ts';
import { searchPeople } from '../operator/search-people.ts';
import { setConsent } from '../operator/set-consent.ts';
import { listStuckLanes, resumeLane } from '../operator/stuck-lanes.ts';
import { showSystem } from '../operator/system.ts';
import { connectWaNumber, listTenantChannels, removeTenantChannel } from '../operator/tenant-channels.ts';
import { addCredit, createTenant, getTenant, updateTenant } from '../operator/tenants.ts';
import { updateConversations } from '../operator/update-conversations.ts';
import { addUploadPiece, beginUpload } from '../operator/uploads.ts';
import { getWebhook, pauseWebhook, resumeWebhook } from '../operator/webhooks.ts';
import { blockList, blockPerson, unblockPerson } from '../profiles/block-list.ts';
import { profilePicture } from '../profiles/profile-picture.ts';
import { createSession } from '../sessions/create-session.ts';
import { deleteSession } from '../sessions/delete-session.ts';
import { pairCode } from '../sessions/pair-code.ts';
import { sessionQr } from '../sessions/session-qr.ts';
import { sessionStatus } from '../sessions/session-status.ts';
import { setProxy } from '../sessions/set-proxy.ts';
import { getCallSettings, setCallSettings } from './call-settings.ts';
import { createCannedReply, deleteCannedReply, listCannedReplies, updateCannedReply } from './canned-replies.ts';
import { listChannelHealth } from './channel-health.ts';
import { listConversationChanges } from './conversation-changes.ts';
import { countConversations } from './count-conversations.ts';
import { createLabel, deleteLabel, listLabels, updateLabel } from './labels.ts';
import { liveEvents } from './live-events.ts';
import { markConversationUnread } from './mark-conversation-unread.ts';
import {
  changeMemberRoles,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from './members.ts';
import {
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  joinWorkspace,
  listSessions,
  me,
  removeSecondFactor,
  signOut,
  startSecondFactor,
  switchWorkspace,
  updateMe,
} from './my-account.ts';
import {
  addNote,
  deleteNote,
  listMentionable,
  listMentions,
  listNotes,
  markMentionsRead,
  updateNote,
} from './notes.ts';
import { reportPresence } from './presence.ts';
import { deletePushSubscription, getPushKey, setPushSubscription } from './push.ts';
import { getRequest, listRequests } from './request-log.ts';
import { showSatisfaction } from './satisfaction.ts';
import { createView, deleteView, listViews, orderViews, updateView } from './saved-views.ts';
import { searchLabelled } from './search-labelled.ts';
import { showErasure } from './show-erasure.ts';
import {
  acceptInvitation,
  redeemSignInLink,
  requestPasswordReset,
  resetPassword,
  showInvitation,
  signIn,
  signInAsOperator,
} from './sign-in.ts';
import {
  beginSingleSignOn,
  deleteSingleSignOn,
  finishSingleSignOn,
  getSingleSignOn,
  setSingleSignOn,
} from './single-sign-on.ts';
import { listSendingAccounts, startConversation } from './start-conversation.ts';
import { createTeam, deleteTeam, listTeams, updateTeam } from './teams.ts';
import { listTenantActivity, showTenant } from './tenant-activity.ts';
import { deleteUsername, getUsername, setUsername } from './usernames.ts';
import { showWebhookFigures } from './webhook-figures.ts';
import {
  actAsTenant,
  billedUsage,
  home,
  keyUsage,
  listAttention,
  listAudit,
  listDeploymentAudit,
  listLedger,
  usage,
} from './workspace.ts';
import { getWorkspace, getWorkspaceLogo, updateWorkspace } from './workspace-settings.ts';

/**
 * Every operation of the console (docs/reference/console.md#operations). Operations of other APIs are called with the
 * tenant of the session in place of the slug or the key.
 */
export const CONSOLE_CONTRACTS = [
  signIn,
  signInAsOperator,
  redeemSignInLink,
  requestPasswordReset,
  resetPassword,
  showInvitation,
  acceptInvitation,
  beginSingleSignOn,
  finishSingleSignOn,
  me,
  updateMe,
  switchWorkspace,
  joinWorkspace,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  changePassword,
  startSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  listMembers,
  listInvitations,
  inviteMember,
  revokeInvitation,
  changeMemberRoles,
  removeMember,
  liveEvents,
  reportPresence,
  getPushKey,
  setPushSubscription,
  deletePushSubscription,
  listViews,
  createView,
  updateView,
  deleteView,
  orderViews,
  home,
  listAttention,
  usage,
  keyUsage,
  billedUsage,
  listLedger,
  listAudit,
  listDeploymentAudit,
  listRequests,
  getRequest,
  listChannelHealth,
  getUsername,
  setUsername,
  deleteUsername,
  getCallSettings,
  setCallSettings,
  actAsTenant,
  getWorkspace,
  getWorkspaceLogo,
  updateWorkspace,
  getSingleSignOn,
  setSingleSignOn,
  deleteSingleSignOn,
  reuse(getTenant, { name: 'get-own-tenant', permission: 'credit.read' }),
  reuse(createKey, { permission: 'keys.manage' }),
  reuse(listKeys, { permission: 'keys.manage' }),
  reuse(updateKey, { permission: 'keys.manage' }),
  reuse(getKey, { permission: 'keys.manage' }),
  reuse(revokeKey, { permission: 'keys.manage' }),
  reuse(rotateSecret, { permission: 'keys.manage' }),
  reuse(rotateKey, { permission: 'keys.manage' }),
  reuse(listTenantChannels, { permission: 'channels.manage' }),
  reuse(removeTenantChannel, { permission: 'channels.manage' }),
  reuse(connectWaNumber, { permission: 'channels.manage' }),
  reuse(connectTelegram, { permission: 'channels.manage' }),
  reuse(connectLink, { permission: 'channels.manage', method: 'POST' }),
  reuse(createSession, { permission: 'channels.manage' }),
  reuse(pairCode, { permission: 'channels.manage' }),
  reuse(sessionStatus, { permission: 'channels.manage' }),
  reuse(sessionQr, { permission: 'channels.manage' }),
  reuse(setProxy, { permission: 'channels.manage' }),
  reuse(deleteSession, { permission: 'channels.manage' }),
  reuse(templates, { permission: 'inbox.use' }),
  reuse(getConsentWords, { permission: 'channels.manage' }),
  reuse(updateConsentWords, { permission: 'channels.manage' }),
  reuse(templates, { name: 'list-templates', permission: 'channels.manage' }),
  reuse(createTemplate, { permission: 'channels.manage' }),
  reuse(updateTemplate, { permission: 'channels.manage' }),
  reuse(deleteTemplate, { permission: 'channels.manage' }),
  reuse(getWebhook, { permission: 'webhooks.manage' }),
  showWebhookFigures,
  showSatisfaction,
  reuse(pauseWebhook, { permission: 'webhooks.manage' }),
  reuse(resumeWebhook, { permission: 'webhooks.manage' }),
  reuse(listDeliveries, { permission: 'webhooks.manage' }),
  reuse(getDelivery, { permission: 'webhooks.manage' }),
  reuse(replayDeliveries, { permission: 'webhooks.manage' }),
  reuse(sendTestEvent, { permission: 'webhooks.manage' }),
  reuse(getTenantPlatformWebhook, { permission: 'webhooks.manage', absence: 'unknown_platform_webhook' }),
  reuse(setTenantPlatformWebhook, { permission: 'webhooks.manage' }),
  reuse(deleteTenantPlatformWebhook, { permission: 'webhooks.manage' }),
  reuse(rotateTenantPlatformSecret, { permission: 'webhooks.manage' }),
  reuse(checkTenantPlatformWebhook, { permission: 'webhooks.manage' }),
  reuse(testTenantPlatformWebhook, { permission: 'webhooks.manage' }),
  reuse(pauseTenantPlatformWebhook, { permission: 'webhooks.manage' }),
  reuse(resumeTenantPlatformWebhook, { permission: 'webhooks.manage' }),
  reuse(setAiKey, { permission: 'ai-keys.manage' }),
  reuse(listAiKeys, { permission: 'bots.manage' }),
  reuse(testAiKey, { permission: 'ai-keys.manage' }),
  reuse(deleteAiKey, { permission: 'ai-keys.manage' }),
  reuse(createBot, { permission: 'bots.manage' }),
  reuse(listBots, { permission: 'bots.manage' }),
  reuse(getBot, { permission: 'bots.manage' }),
  reuse(updateBot, { permission: 'bots.manage' }),
  reuse(deleteBot, { permission: 'bots.manage' }),
  reuse(rotateToolSecret, { permission: 'bots.manage' }),
  reuse(tryBot, { permission: 'bots.manage', isQuiet: true }),
  reuse(listBotTurns, { permission: 'bots.manage' }),
  reuse(showBotUsage, { permission: 'bots.manage' }),
  reuse(addKnowledge, { permission: 'bots.manage' }),
  reuse(listKnowledge, { permission: 'bots.manage' }),
  reuse(deleteKnowledge, { permission: 'bots.manage' }),
  reuse(listConversations, { permission: 'inbox.use' }),
  reuse(getConversation, { permission: 'inbox.use' }),
  reuse(getConversationPerson, { permission: 'inbox.use' }),
  reuse(setConsent, { permission: 'inbox.use' }),
  reuse(eraseContact, { permission: 'workspace.manage' }),
  showErasure,
  reuse(listConversationMessages, { permission: 'inbox.use' }),
  reuse(comments, { name: 'list-comments', permission: 'inbox.use' }),
  listCommentThread,
  listCommentAnswers,
  reuse(commentReply, { permission: 'inbox.use' }),
  reuse(searchMessages, { permission: 'inbox.use' }),
  reuse(searchPeople, { permission: 'inbox.use' }),
  searchLabelled,
  reuse(updateConversation, { permission: 'inbox.use' }),
  reuse(updateConversations, { permission: 'inbox.use' }),
  countConversations,
  listConversationChanges,
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  listTeams,
  createTeam,
  updateTeam,
  deleteTeam,
  reuse(markConversationRead, { permission: 'inbox.use', isQuiet: true }),
  markConversationUnread,
  reuse(sendFromDashboard, { permission: 'inbox.use' }),
  listSendingAccounts,
  startConversation,
  reuse(react, { permission: 'inbox.use', isQuiet: true }),
  reuse(editMessage, { permission: 'inbox.use' }),
  reuse(deleteMessage, { permission: 'inbox.use' }),
  reuse(markRead, { permission: 'inbox.use', isQuiet: true }),
  reuse(typing, { permission: 'inbox.use', isQuiet: true }),
  reuse(takeThread, { permission: 'inbox.use' }),
  reuse(passThread, { permission: 'inbox.use' }),
  reuse(releaseThread, { permission: 'inbox.use' }),
  reuse(group, { name: 'get-group', permission: 'inbox.use' }),
  reuse(groupMembers, { permission: 'inbox.use' }),
  reuse(groupRequests, { permission: 'inbox.use' }),
  reuse(decideGroupRequests, { permission: 'inbox.use' }),
  reuse(groupInvite, { permission: 'inbox.use' }),
  reuse(revokeGroupInvite, { permission: 'inbox.manage' }),
  reuse(updateGroup, { permission: 'inbox.manage' }),
  reuse(leaveGroup, { permission: 'inbox.manage' }),
  reuse(profilePicture, { permission: 'inbox.use' }),
  reuse(blockList, { permission: 'inbox.use' }),
  reuse(blockPerson, { permission: 'inbox.use' }),
  reuse(unblockPerson, { permission: 'inbox.use' }),
  reuse(capabilities, { permission: 'inbox.use' }),
  listNotes,
  addNote,
  updateNote,
  deleteNote,
  listMentionable,
  listMentions,
  markMentionsRead,
  listCannedReplies,
  createCannedReply,
  updateCannedReply,
  deleteCannedReply,
  reuse(cancelScheduledMessage, { permission: 'inbox.use' }),
  reuse(beginUpload, { permission: 'inbox.use', isQuiet: true }),
  reuse(addUploadPiece, { permission: 'inbox.use', isQuiet: true }),
  reuse(tenantRecipients.create, { permission: 'notifications.manage' }),
  reuse(tenantRecipients.list, { permission: 'notifications.manage' }),
  reuse(tenantRecipients.update, { permission: 'notifications.manage' }),
  reuse(tenantRecipients.remove, { permission: 'notifications.manage' }),
  reuse(tenantRecipients.confirm, { permission: 'notifications.manage' }),
  reuse(listNotifications, { permission: 'notifications.manage' }),
  reuse(getNotificationSettings, { permission: 'notifications.manage' }),
  reuse(updateNotificationSettings, { permission: 'notifications.manage' }),
  listTenantActivity,
  showTenant,
  reuse(createTenant, { permission: 'deployment' }),
  reuse(updateTenant, { permission: 'deployment' }),
  reuse(addCredit, { permission: 'deployment' }),
  reuse(getPlatformWebhook, { permission: 'deployment', absence: 'unknown_platform_webhook' }),
  reuse(setPlatformWebhook, { permission: 'deployment' }),
  reuse(deletePlatformWebhook, { permission: 'deployment' }),
  reuse(rotatePlatformSecret, { permission: 'deployment' }),
  reuse(checkPlatformWebhook, { permission: 'deployment' }),
  reuse(testPlatformWebhook, { permission: 'deployment' }),
  reuse(pausePlatformWebhook, { permission: 'deployment' }),
  reuse(resumePlatformWebhook, { permission: 'deployment' }),
  reuse(listPlatformDeliveries, { permission: 'deployment' }),
  reuse(getPlatformDelivery, { permission: 'deployment' }),
  reuse(replayPlatformDeliveries, { permission: 'deployment' }),
  reuse(listStuckLanes, { permission: 'deployment' }),
  reuse(resumeLane, { permission: 'deployment' }),
  reuse(listLinkedDevices, { permission: 'deployment' }),
  reuse(setDevicePace, { permission: 'deployment' }),
  reuse(showSystem, { permission: 'deployment' }),
  reuse(replayDeliveries, { name: 'replay-lane', permission: 'deployment' }),
] as const satisfies readonly (ConsoleContract | ReusedContract)[];

export type ServedInConsole = (typeof CONSOLE_CONTRACTS)[number];
