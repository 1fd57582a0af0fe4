import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as starts from '@parley/common/contracts/console/start-conversation';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import { sendBotMessage as botMessage } from '@parley/common/contracts/internal/send-bot-message';
import { sendPrivateReply as privateReply } from '@parley/common/contracts/internal/send-private-reply';
import { sendWorkspaceMessage as workspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import { showTyping as typing } from '@parley/common/contracts/internal/show-typing';
import { cancelSend as cancel } from '@parley/common/contracts/messages/cancel-send';
import * as checks from '@parley/common/contracts/messages/check-number';
import * as deletions from '@parley/common/contracts/messages/delete-message';
import * as edits from '@parley/common/contracts/messages/edit-message';
import { markRead } from '@parley/common/contracts/messages/mark-read';
import { message } from '@parley/common/contracts/messages/message';
import { react } from '@parley/common/contracts/messages/react';
import * as calls from '@parley/common/contracts/messages/reject-call';
import { send } from '@parley/common/contracts/messages/send';
import * as signs from '@parley/common/contracts/messages/typing';
import {
  cancelScheduledMessage as cancelMessage,
  sendFromDashboard,
} from '@parley/common/contracts/operator/conversations';
import type { InputOf } from '@parley/common/define-contract';
import { SERVICE, type SendService } from './service.ts';
import { answerFromDashboard } from './use-cases/answer-from-dashboard.ts';
import { answerSend } from './use-cases/answer-send.ts';
import { answerTyping } from './use-cases/answer-typing.ts';
import { cancelScheduledMessage } from './use-cases/cancel-scheduled-message.ts';
import { cancelSend } from './use-cases/cancel-send.ts';
import { checkNumbers } from './use-cases/check-numbers.ts';
import { deleteMessage } from './use-cases/delete-message.ts';
import { editMessage } from './use-cases/edit-message.ts';
import { erasePerson } from './use-cases/erase-person.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { listSendingAccounts } from './use-cases/list-sending-accounts.ts';
import { lookUpMessage } from './use-cases/look-up-message.ts';
import { markMessageRead } from './use-cases/mark-message-read.ts';
import { reactToMessage } from './use-cases/react-to-message.ts';
import { rejectCall } from './use-cases/reject-call.ts';
import { sendBotMessage } from './use-cases/send-bot-message.ts';
import { sendPrivateReply } from './use-cases/send-private-reply.ts';
import { sendWorkspaceMessage } from './use-cases/send-workspace-message.ts';
import { showTyping } from './use-cases/show-typing.ts';
import { startConversation } from './use-cases/start-conversation.ts';

@Controller()
export class SendController {
  readonly #service: SendService;
  constructor(@Inject(SERVICE) service: SendService) {
    this.#service = service;
  }

  @Handles(send)
  async send(input: InputOf<typeof send>, context: CallContext) {
    return answerSend(this.#service, input, context);
  }

  @Handles(cancel)
  async cancelSend(input: InputOf<typeof cancel>, context: CallContext) {
    return cancelSend(this.#service, input, context);
  }

  @Handles(cancelMessage)
  async cancelScheduledMessage(input: InputOf<typeof cancelMessage>) {
    return cancelScheduledMessage(this.#service, input);
  }

  @Handles(message)
  async message(input: InputOf<typeof message>, context: CallContext) {
    return lookUpMessage(this.#service, input, context);
  }

  @Handles(react)
  async react(input: InputOf<typeof react>, context: CallContext) {
    return reactToMessage(this.#service, input, context);
  }

  @Handles(edits.editMessage)
  async editMessage(input: InputOf<typeof edits.editMessage>, context: CallContext) {
    return editMessage(this.#service, input, context);
  }

  @Handles(deletions.deleteMessage)
  async deleteMessage(input: InputOf<typeof deletions.deleteMessage>, context: CallContext) {
    return deleteMessage(this.#service, input, context);
  }

  @Handles(markRead)
  async markRead(input: InputOf<typeof markRead>, context: CallContext) {
    return markMessageRead(this.#service, input, context);
  }

  @Handles(signs.typing)
  async typing(input: InputOf<typeof signs.typing>, context: CallContext) {
    return answerTyping(this.#service, input, context);
  }

  @Handles(checks.checkNumber)
  async checkNumber(input: InputOf<typeof checks.checkNumber>, context: CallContext) {
    return checkNumbers(this.#service, input, context);
  }

  @Handles(calls.rejectCall)
  async rejectCall(input: InputOf<typeof calls.rejectCall>, context: CallContext) {
    return rejectCall(this.#service, input, context);
  }

  @Handles(privateReply)
  async sendPrivateReply(input: InputOf<typeof privateReply>, context: CallContext) {
    return sendPrivateReply(this.#service, input, context);
  }

  @Handles(botMessage)
  async sendBotMessage(input: InputOf<typeof botMessage>, context: CallContext) {
    return sendBotMessage(this.#service, input, context);
  }

  @Handles(workspaceMessage)
  async sendWorkspaceMessage(input: InputOf<typeof workspaceMessage>, context: CallContext) {
    return sendWorkspaceMessage(this.#service, input, context);
  }

  @Handles(typing)
  async showTyping(input: InputOf<typeof typing>) {
    return showTyping(this.#service, input);
  }

  @Handles(erasure.erasePerson.send)
  async erasePerson(input: InputOf<(typeof erasure.erasePerson)['send']>) {
    return erasePerson(this.#service, input);
  }

  @Handles(erasure.eraseTenantData.send)
  async eraseTenantData(input: InputOf<(typeof erasure.eraseTenantData)['send']>) {
    return eraseTenantData(this.#service, input);
  }

  @Handles(sendFromDashboard)
  async sendFromDashboard(input: InputOf<typeof sendFromDashboard>, context: CallContext) {
    return answerFromDashboard(this.#service, input, context);
  }

  @Handles(starts.startConversation)
  async startConversation(input: InputOf<typeof starts.startConversation>, context: CallContext) {
    return startConversation(this.#service, input, context);
  }

  @Handles(starts.listSendingAccounts)
  async listSendingAccounts(_input: InputOf<typeof starts.listSendingAccounts>, context: CallContext) {
    return listSendingAccounts(this.#service, context);
  }
}
