import { Controller, Inject } from '@nestjs/common';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { asStream } from '@parley/bus/stream';
import type { CallContext } from '@parley/common/call-context';
import { countConversations } from '@parley/common/contracts/console/count-conversations';
import { detachPerson, erasePerson, eraseTenantData, findPerson } from '@parley/common/contracts/internal/erase-data';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import {
  getConversation,
  getConversationPerson,
  listConversationMessages,
  listConversations,
  markConversationRead,
  updateConversation,
  updateConversations,
} from '@parley/common/contracts/operator/conversations';
import { listContacts } from '@parley/common/contracts/operator/erasures';
import {
  discardQuarantined,
  getQuarantined,
  listQuarantined,
  retryQuarantined,
} from '@parley/common/contracts/operator/quarantine';
import { searchMessages } from '@parley/common/contracts/operator/search-messages';
import { searchPeople } from '@parley/common/contracts/operator/search-people';
import { addUploadPiece, beginUpload } from '@parley/common/contracts/operator/uploads';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class InboundController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(receiveCallback)
  async receiveCallback(input: InputOf<typeof receiveCallback>, context: CallContext) {
    return this.#do.receiveCallback(input, context);
  }

  @Handles(storeDeviceItems)
  async storeDeviceItems(input: InputOf<typeof storeDeviceItems>) {
    return this.#do.storeDeviceItems(input);
  }

  @Handles(verifySubscription)
  async verifySubscription(input: InputOf<typeof verifySubscription>) {
    return this.#do.verifySubscription(input);
  }

  @HandlesStream(asStream(openMedia))
  async openMedia(input: InputOf<typeof openMedia>) {
    return this.#do.openMedia(input);
  }

  @HandlesStream(asStream(openUpload))
  async openUpload(input: InputOf<typeof openUpload>) {
    return this.#do.openUpload(input);
  }

  @Handles(beginUpload)
  async beginUpload(input: InputOf<typeof beginUpload>) {
    return this.#do.receiveUpload.begin(input);
  }

  @Handles(addUploadPiece)
  async addUploadPiece(input: InputOf<typeof addUploadPiece>) {
    return this.#do.receiveUpload.addPiece(input);
  }

  @Handles(listConversations)
  async listConversations(input: InputOf<typeof listConversations>) {
    return this.#do.conversations.list(input);
  }

  @Handles(getConversation)
  async getConversation(input: InputOf<typeof getConversation>) {
    return this.#do.conversations.show(input);
  }

  @Handles(getConversationPerson)
  async getConversationPerson(input: InputOf<typeof getConversationPerson>) {
    return this.#do.conversations.person(input);
  }

  @Handles(searchMessages)
  async searchMessages(input: InputOf<typeof searchMessages>) {
    return this.#do.searchMessages(input);
  }

  @Handles(searchPeople)
  async searchPeople(input: InputOf<typeof searchPeople>) {
    return this.#do.searchPeople(input);
  }

  @Handles(listConversationMessages)
  async listConversationMessages(input: InputOf<typeof listConversationMessages>) {
    return this.#do.conversations.messages(input);
  }

  @Handles(listContacts)
  async listContacts(input: InputOf<typeof listContacts>) {
    return this.#do.conversations.contacts(input);
  }

  @Handles(findPerson)
  async findPerson(input: InputOf<typeof findPerson>) {
    return this.#do.eraseData.findPerson(input);
  }

  @Handles(detachPerson)
  async detachPerson(input: InputOf<typeof detachPerson>) {
    return this.#do.eraseData.detachPerson(input);
  }

  @Handles(erasePerson.inbound)
  async erasePerson(input: InputOf<(typeof erasePerson)['inbound']>) {
    return this.#do.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.inbound)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['inbound']>) {
    return this.#do.eraseData.eraseTenantData(input);
  }

  @Handles(updateConversation)
  async updateConversation(input: InputOf<typeof updateConversation>, context: CallContext) {
    return this.#do.changeConversations.update(input, context);
  }

  @Handles(markConversationRead)
  async markConversationRead(input: InputOf<typeof markConversationRead>) {
    return this.#do.changeConversations.markRead(input);
  }

  @Handles(updateConversations)
  async updateConversations(input: InputOf<typeof updateConversations>, context: CallContext) {
    return this.#do.changeConversations.updateMany(input, context);
  }

  @Handles(countConversations)
  async countConversations(input: InputOf<typeof countConversations>, context: CallContext) {
    return this.#do.changeConversations.count(input, context);
  }

  @Handles(listQuarantined)
  async listQuarantined(input: InputOf<typeof listQuarantined>) {
    return this.#do.quarantine.list(input);
  }

  @Handles(getQuarantined)
  async getQuarantined(input: InputOf<typeof getQuarantined>) {
    return this.#do.quarantine.show(input);
  }

  @Handles(retryQuarantined)
  async retryQuarantined(input: InputOf<typeof retryQuarantined>, context: CallContext) {
    return this.#do.quarantine.retry(input, context);
  }

  @Handles(discardQuarantined)
  async discardQuarantined(input: InputOf<typeof discardQuarantined>) {
    return this.#do.quarantine.discard(input);
  }
}
