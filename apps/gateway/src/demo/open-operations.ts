import { setWebhook } from '@parley/common/contracts/account/webhook';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import {
  createCannedReply,
  deleteCannedReply,
  updateCannedReply,
} from '@parley/common/contracts/console/canned-replies';
import { createLabel, deleteLabel, updateLabel } from '@parley/common/contracts/console/labels';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { markConversationUnread } from '@parley/common/contracts/console/mark-conversation-unread';
import { endOtherSessions, endSession, signOut, updateMe } from '@parley/common/contracts/console/my-account';
import { addNote, deleteNote, markMentionsRead, updateNote } from '@parley/common/contracts/console/notes';
import { reportPresence } from '@parley/common/contracts/console/presence';
import { createView, deleteView, orderViews, updateView } from '@parley/common/contracts/console/saved-views';
import { redeemSignInLink, signInAsOperator } from '@parley/common/contracts/console/sign-in';
import { startConversation } from '@parley/common/contracts/console/start-conversation';
import { cancelSend } from '@parley/common/contracts/messages/cancel-send';
import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import { markRead } from '@parley/common/contracts/messages/mark-read';
import { passThread } from '@parley/common/contracts/messages/pass-thread';
import { react } from '@parley/common/contracts/messages/react';
import { releaseThread } from '@parley/common/contracts/messages/release-thread';
import { send } from '@parley/common/contracts/messages/send';
import { takeThread } from '@parley/common/contracts/messages/take-thread';
import { typing } from '@parley/common/contracts/messages/typing';
import { upload } from '@parley/common/contracts/messages/upload';
import { tryBot } from '@parley/common/contracts/operator/bot-turns';
import { createBot, deleteBot, updateBot } from '@parley/common/contracts/operator/bots';
import {
  cancelScheduledMessage,
  markConversationRead,
  sendFromDashboard,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import { replayDeliveries, sendTestEvent } from '@parley/common/contracts/operator/deliveries';
import { createKey, revokeKey, rotateKey, rotateSecret, updateKey } from '@parley/common/contracts/operator/keys';
import { setConsent } from '@parley/common/contracts/operator/set-consent';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import { addUploadPiece, beginUpload } from '@parley/common/contracts/operator/uploads';
import { pauseWebhook, resumeWebhook } from '@parley/common/contracts/operator/webhooks';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';

const namesOf = (contracts: readonly { name: string }[]): ReadonlySet<string> =>
  new Set(contracts.map(({ name }) => name));

/**
 * The changes that visitors of a public demo may make (docs/operations/demo.md#what-a-visitor-cannot-do); every other
 * change is closed, new ones too. None of these reaches a person outside, or another workspace.
 */
export const OPEN_CHANGES = namesOf([
  // Signing in, with the link of the workspace or with the admin token.
  redeemSignInLink,
  signInAsOperator,
  signOut,
  endSession,
  endOtherSessions,
  updateMe,
  // Messages.
  send,
  sendFromDashboard,
  startConversation,
  cancelSend,
  cancelScheduledMessage,
  upload,
  beginUpload,
  addUploadPiece,
  react,
  editMessage,
  deleteMessage,
  markRead,
  typing,
  takeThread,
  passThread,
  releaseThread,
  commentReply,
  // The inbox.
  updateConversation,
  updateConversations,
  markConversationRead,
  markConversationUnread,
  setConsent,
  addNote,
  updateNote,
  deleteNote,
  markMentionsRead,
  createLabel,
  updateLabel,
  deleteLabel,
  createCannedReply,
  updateCannedReply,
  deleteCannedReply,
  createView,
  updateView,
  deleteView,
  orderViews,
  reportPresence,
  // Keys and their webhooks: only to the sandbox's receiver, by the egress rules.
  createKey,
  updateKey,
  revokeKey,
  rotateKey,
  rotateSecret,
  setWebhook,
  pauseWebhook,
  resumeWebhook,
  replayDeliveries,
  sendTestEvent,
  // Bots on the sandbox's scripted model.
  createBot,
  updateBot,
  deleteBot,
  tryBot,
]);

/** Reads that would show codes or pages for strangers. */
export const CLOSED_READS = namesOf([connectLink, sessionQr]);

/** Long streams have limits of their own. */
export const UNCOUNTED = namesOf([liveEvents]);
