import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf } from '@parley/common/define-contract';
import type { SendUseCases } from './compose.ts';

export const SEND_USE_CASES = Symbol('send use cases');

@Controller()
export class SendController {
  constructor(@Inject(SEND_USE_CASES) private readonly useCases: SendUseCases) {}

  @Handles(send)
  send(input: InputOf<typeof send>, context: CallContext) {
    return this.useCases.answerSend(input, context);
  }

  @Handles(message)
  message(input: InputOf<typeof message>, context: CallContext) {
    return this.useCases.lookUpMessage(input, context);
  }

  @Handles(sendPrivateReply)
  sendPrivateReply(input: InputOf<typeof sendPrivateReply>, context: CallContext) {
    return this.useCases.sendPrivateReply(input, context);
  }

  @Handles(erasePerson.send)
  erasePerson(input: InputOf<(typeof erasePerson)['send']>) {
    return this.useCases.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.send)
  eraseTenantData(input: InputOf<(typeof eraseTenantData)['send']>) {
    return this.useCases.eraseData.eraseTenantData(input);
  }

  @Handles(sendFromDashboard)
  sendFromDashboard(input: InputOf<typeof sendFromDashboard>, context: CallContext) {
    return this.useCases.answerFromDashboard(input, context);
  }
}
