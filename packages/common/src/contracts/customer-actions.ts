import type { Contract } from '../define-contract.ts';
import { events } from './account/events.ts';
import { status } from './account/status.ts';
import { setWebhook, webhook } from './account/webhook.ts';
import { capabilities } from './channels/capabilities.ts';
import { channels } from './channels/channels.ts';
import { connectLink } from './channels/connect-link.ts';
import { connectTelegram } from './channels/connect-telegram.ts';
import { createTemplate } from './channels/create-template.ts';
import { deleteTemplate } from './channels/delete-template.ts';
import { disconnectChannel } from './channels/disconnect-channel.ts';
import { templates } from './channels/templates.ts';
import { updateTemplate } from './channels/update-template.ts';
import { commentReply } from './comments/comment-reply.ts';
import { comments } from './comments/comments.ts';
import { createGroup } from './groups/create-group.ts';
import { group } from './groups/group.ts';
import { groupInvite, joinGroup, revokeGroupInvite } from './groups/group-invite.ts';
import { groupMembers } from './groups/group-members.ts';
import { decideGroupRequests, groupRequests } from './groups/group-requests.ts';
import { groups } from './groups/groups.ts';
import { leaveGroup } from './groups/leave-group.ts';
import { updateGroup } from './groups/update-group.ts';
import { cancelSend } from './messages/cancel-send.ts';
import { checkNumber } from './messages/check-number.ts';
import { deleteMessage } from './messages/delete-message.ts';
import { editMessage } from './messages/edit-message.ts';
import { markRead } from './messages/mark-read.ts';
import { message } from './messages/message.ts';
import { passThread } from './messages/pass-thread.ts';
import { react } from './messages/react.ts';
import { rejectCall } from './messages/reject-call.ts';
import { releaseThread } from './messages/release-thread.ts';
import { send } from './messages/send.ts';
import { takeThread } from './messages/take-thread.ts';
import { typing } from './messages/typing.ts';
import { upload } from './messages/upload.ts';
import { blockList, blockPerson, unblockPerson } from './profiles/block-list.ts';
import { profile } from './profiles/profile.ts';
import { profilePicture } from './profiles/profile-picture.ts';
import { updateProfile } from './profiles/update-profile.ts';
import { contact } from './reading/contact.ts';
import { conversations } from './reading/conversations.ts';
import { messages } from './reading/messages.ts';
import { search } from './reading/search.ts';
import { createSession } from './sessions/create-session.ts';
import { deleteSession } from './sessions/delete-session.ts';
import { pairCode } from './sessions/pair-code.ts';
import { sessionQr } from './sessions/session-qr.ts';
import { sessionStatus } from './sessions/session-status.ts';
import { setProxy } from './sessions/set-proxy.ts';

/** Every customer action (docs/reference/requests.md#address), in the order of the OpenAPI document. */
export const CUSTOMER_ACTIONS = [
  status,
  send,
  upload,
  cancelSend,
  message,
  react,
  editMessage,
  deleteMessage,
  markRead,
  typing,
  checkNumber,
  rejectCall,
  takeThread,
  passThread,
  releaseThread,
  templates,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  channels,
  capabilities,
  connectLink,
  connectTelegram,
  createSession,
  pairCode,
  sessionStatus,
  sessionQr,
  setProxy,
  deleteSession,
  disconnectChannel,
  groups,
  group,
  createGroup,
  updateGroup,
  groupMembers,
  groupInvite,
  revokeGroupInvite,
  joinGroup,
  groupRequests,
  decideGroupRequests,
  leaveGroup,
  profile,
  updateProfile,
  profilePicture,
  blockList,
  blockPerson,
  unblockPerson,
  commentReply,
  comments,
  conversations,
  messages,
  search,
  contact,
  events,
  webhook,
  setWebhook,
] as const satisfies readonly Contract[];
