import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import { sendBotMessage as botMessage } from '@parley/common/contracts/internal/send-bot-message';
import { sendPrivateReply as privateReply } from '@parley/common/contracts/internal/send-private-reply';
import { showTyping as typing } from '@parley/common/contracts/internal/show-typing';
import { cancelSend as cancel } from '@parley/common/contracts/messages/cancel-send';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import {
  cancelScheduledMessage as cancelMessage,
  sendFromDashboard,
} from '@parley/common/contracts/operator/conversations';
import type { InputOf } from '@parley/common/define-contract';
import { SERVICE, type SendService } from './service.ts';
import { answerFromDashboard } from './use-cases/answer-from-dashboard.ts';
import { answerSend } from './use-cases/answer-send.ts';
import { cancelScheduledMessage } from './use-cases/cancel-scheduled-message.ts';
import { cancelSend } from './use-cases/cancel-send.ts';
import { erasePerson } from './use-cases/erase-person.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { lookUpMessage } from './use-cases/look-up-message.ts';
import { sendBotMessage } from './use-cases/send-bot-message.ts';
import { sendPrivateReply } from './use-cases/send-private-reply.ts';
import { showTyping } from './use-cases/show-typing.ts';

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

  @Handles(privateReply)
  async sendPrivateReply(input: InputOf<typeof privateReply>, context: CallContext) {
    return sendPrivateReply(this.#service, input, context);
  }

  @Handles(botMessage)
  async sendBotMessage(input: InputOf<typeof botMessage>, context: CallContext) {
    return sendBotMessage(this.#service, input, context);
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
}
