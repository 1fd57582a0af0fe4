import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { sendBotMessage } from '@parley/common/contracts/internal/send-bot-message';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import { showTyping } from '@parley/common/contracts/internal/show-typing';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class SendController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(send)
  async send(input: InputOf<typeof send>, context: CallContext) {
    return this.#do.answerSend(input, context);
  }

  @Handles(message)
  async message(input: InputOf<typeof message>, context: CallContext) {
    return this.#do.lookUpMessage(input, context);
  }

  @Handles(sendPrivateReply)
  async sendPrivateReply(input: InputOf<typeof sendPrivateReply>, context: CallContext) {
    return this.#do.sendPrivateReply(input, context);
  }

  @Handles(sendBotMessage)
  async sendBotMessage(input: InputOf<typeof sendBotMessage>, context: CallContext) {
    return this.#do.sendBotMessage(input, context);
  }

  @Handles(showTyping)
  async showTyping(input: InputOf<typeof showTyping>) {
    return this.#do.showTyping(input);
  }

  @Handles(erasePerson.send)
  async erasePerson(input: InputOf<(typeof erasePerson)['send']>) {
    return this.#do.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.send)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['send']>) {
    return this.#do.eraseData.eraseTenantData(input);
  }

  @Handles(sendFromDashboard)
  async sendFromDashboard(input: InputOf<typeof sendFromDashboard>, context: CallContext) {
    return this.#do.answerFromDashboard(input, context);
  }
}
