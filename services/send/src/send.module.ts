import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { answerTyping } from './acts/answer-typing.ts';
import { checkNumbers } from './acts/check-numbers.ts';
import { deleteMessage } from './acts/delete-message.ts';
import { editMessage } from './acts/edit-message.ts';
import { findProviderMessage } from './acts/find-provider-message.ts';
import { markMessageRead } from './acts/mark-message-read.ts';
import { reactToMessage } from './acts/react-to-message.ts';
import { rejectCall } from './acts/reject-call.ts';
import { showTyping } from './acts/show-typing.ts';
import { erasePerson } from './erasure/erase-person.ts';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { cancelScheduledMessage } from './scheduled/cancel-scheduled-message.ts';
import { cancelSend } from './scheduled/cancel-send.ts';
import { answerSend } from './sends/answer-send.ts';
import { listSendingAccounts } from './sends/list-sending-accounts.ts';
import { lookUpMessage } from './sends/look-up-message.ts';
import { sendBotMessage } from './sends/send-bot-message.ts';
import { sendFromDashboard } from './sends/send-from-dashboard.ts';
import { sendPrivateReply } from './sends/send-private-reply.ts';
import { sendWorkspaceMessage } from './sends/send-workspace-message.ts';
import { startConversation } from './sends/start-conversation.ts';
import { openSendService, SERVICE, type SendParts } from './service.ts';
import { passThread } from './threads/pass-thread.ts';
import { releaseThread } from './threads/release-thread.ts';
import { takeThread } from './threads/take-thread.ts';
import { makeWorkers } from './workers.ts';

/** The verbs of the service. */
export const VERBS = [
  answerSend,
  cancelSend,
  cancelScheduledMessage,
  lookUpMessage,
  reactToMessage,
  editMessage,
  deleteMessage,
  markMessageRead,
  answerTyping,
  checkNumbers,
  findProviderMessage,
  rejectCall,
  takeThread,
  passThread,
  releaseThread,
  sendPrivateReply,
  sendBotMessage,
  sendWorkspaceMessage,
  showTyping,
  erasePerson,
  eraseTenantData,
  sendFromDashboard,
  startConversation,
  listSendingAccounts,
];

@Module({})
class SendModule {}

/** The send service: outbound messages, templates, idempotency. Wiring only. */
export function makeSendModule(parts: SendParts): DynamicModule {
  const service = openSendService(parts);
  return {
    module: SendModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
