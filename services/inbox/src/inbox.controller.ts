import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { countConversations } from '@parley/common/contracts/console/count-conversations';
import { detachPerson, erasePerson, eraseTenantData, findPerson } from '@parley/common/contracts/internal/erase-data';
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
import { searchMessages } from '@parley/common/contracts/operator/search-messages';
import { searchPeople } from '@parley/common/contracts/operator/search-people';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class InboxController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
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

  @Handles(erasePerson.inbox)
  async erasePerson(input: InputOf<(typeof erasePerson)['inbox']>) {
    return this.#do.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.inbox)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['inbox']>) {
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
}
