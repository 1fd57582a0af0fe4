import type { z } from 'zod';
import {
  ChannelConnectedData,
  ChannelDisconnectedData,
  CommentReceivedData,
  type EventType,
  MessageReactionData,
  MessageReceivedData,
  MessageSentData,
  MessageStatusData,
} from '../events.ts';
import {
  CallReceivedData,
  ChannelHealthData,
  CommentDeletedData,
  CommentUpdatedData,
  ContactOptOutData,
  ContactReferralData,
  ContactTypingData,
  ConversationControlData,
  GroupJoinRequestData,
  GroupUpdatedData,
  MessageDeletedData,
  MessageUpdatedData,
  TemplateStatusData,
} from './opt-in-events.ts';

/** `data` of each event (docs/reference/events.md#event-types). */
export const EVENT_DATA = {
  'message.received': MessageReceivedData,
  'message.sent': MessageSentData,
  'message.status': MessageStatusData,
  'message.reaction': MessageReactionData,
  'comment.received': CommentReceivedData,
  'channel.connected': ChannelConnectedData,
  'channel.disconnected': ChannelDisconnectedData,
  'message.updated': MessageUpdatedData,
  'message.deleted': MessageDeletedData,
  'contact.typing': ContactTypingData,
  'contact.opt_out': ContactOptOutData,
  'contact.referral': ContactReferralData,
  'group.updated': GroupUpdatedData,
  'group.join_request': GroupJoinRequestData,
  'call.received': CallReceivedData,
  'template.status': TemplateStatusData,
  'channel.health': ChannelHealthData,
  'comment.updated': CommentUpdatedData,
  'comment.deleted': CommentDeletedData,
  'conversation.control': ConversationControlData,
} as const satisfies Record<EventType, z.ZodType>;

export type EventData<T extends EventType> = z.infer<(typeof EVENT_DATA)[T]>;
