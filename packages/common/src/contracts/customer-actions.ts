import type { Contract } from '../define-contract.ts';
import { events } from './account/events.ts';
import { status } from './account/status.ts';
import { channels } from './channels/channels.ts';
import { connectLink } from './channels/connect-link.ts';
import { connectTelegram } from './channels/connect-telegram.ts';
import { disconnectChannel } from './channels/disconnect-channel.ts';
import { templates } from './channels/templates.ts';
import { commentReply } from './comments/comment-reply.ts';
import { comments } from './comments/comments.ts';
import { cancelSend } from './messages/cancel-send.ts';
import { message } from './messages/message.ts';
import { send } from './messages/send.ts';
import { createSession } from './sessions/create-session.ts';
import { deleteSession } from './sessions/delete-session.ts';
import { pairCode } from './sessions/pair-code.ts';
import { sessionQr } from './sessions/session-qr.ts';
import { sessionStatus } from './sessions/session-status.ts';

/** Every customer action (docs/reference/requests.md#address), in the order of the OpenAPI document. */
export const CUSTOMER_ACTIONS = [
  status,
  send,
  cancelSend,
  message,
  templates,
  channels,
  connectLink,
  connectTelegram,
  createSession,
  pairCode,
  sessionStatus,
  sessionQr,
  deleteSession,
  disconnectChannel,
  commentReply,
  comments,
  events,
] as const satisfies readonly Contract[];
