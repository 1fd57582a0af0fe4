import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as counts from '@parley/common/contracts/console/count-conversations';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import { setConsent as setConsentContract } from '@parley/common/contracts/operator/consent';
import * as conversations from '@parley/common/contracts/operator/conversations';
import * as contacts from '@parley/common/contracts/operator/erasures';
import * as messages from '@parley/common/contracts/operator/search-messages';
import * as people from '@parley/common/contracts/operator/search-people';
import { updateConversations as updateConversationsContract } from '@parley/common/contracts/operator/update-conversations';
import type { InputOf } from '@parley/common/define-contract';
import { type InboxService, SERVICE } from './service.ts';
import { countConversations } from './use-cases/count-conversations.ts';
import { detachPerson } from './use-cases/detach-person.ts';
import { erasePerson } from './use-cases/erase-person.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { findPerson } from './use-cases/find-person.ts';
import { getConversation } from './use-cases/get-conversation.ts';
import { getConversationPerson } from './use-cases/get-conversation-person.ts';
import { listContacts } from './use-cases/list-contacts.ts';
import { listConversationMessages } from './use-cases/list-conversation-messages.ts';
import { listConversations } from './use-cases/list-conversations.ts';
import { markConversationRead } from './use-cases/mark-conversation-read.ts';
import { searchMessages } from './use-cases/search-messages.ts';
import { searchPeople } from './use-cases/search-people.ts';
import { setConsent } from './use-cases/set-consent.ts';
import { updateConversation } from './use-cases/update-conversation.ts';
import { updateConversations } from './use-cases/update-conversations.ts';

@Controller()
export class InboxController {
  readonly #service: InboxService;
  constructor(@Inject(SERVICE) service: InboxService) {
    this.#service = service;
  }

  @Handles(conversations.listConversations)
  async listConversations(input: InputOf<typeof conversations.listConversations>) {
    return listConversations(this.#service, input);
  }

  @Handles(conversations.getConversation)
  async getConversation(input: InputOf<typeof conversations.getConversation>) {
    return getConversation(this.#service, input);
  }

  @Handles(conversations.getConversationPerson)
  async getConversationPerson(input: InputOf<typeof conversations.getConversationPerson>) {
    return getConversationPerson(this.#service, input);
  }

  @Handles(conversations.listConversationMessages)
  async listConversationMessages(input: InputOf<typeof conversations.listConversationMessages>) {
    return listConversationMessages(this.#service, input);
  }

  @Handles(conversations.updateConversation)
  async updateConversation(input: InputOf<typeof conversations.updateConversation>, context: CallContext) {
    return updateConversation(this.#service, input, context);
  }

  @Handles(updateConversationsContract)
  async updateConversations(input: InputOf<typeof updateConversationsContract>, context: CallContext) {
    return updateConversations(this.#service, input, context);
  }

  @Handles(conversations.markConversationRead)
  async markConversationRead(input: InputOf<typeof conversations.markConversationRead>) {
    return markConversationRead(this.#service, input);
  }

  @Handles(setConsentContract)
  async setConsent(input: InputOf<typeof setConsentContract>) {
    return setConsent(this.#service, input);
  }

  @Handles(counts.countConversations)
  async countConversations(input: InputOf<typeof counts.countConversations>, context: CallContext) {
    return countConversations(this.#service, input, context);
  }

  @Handles(messages.searchMessages)
  async searchMessages(input: InputOf<typeof messages.searchMessages>) {
    return searchMessages(this.#service, input);
  }

  @Handles(people.searchPeople)
  async searchPeople(input: InputOf<typeof people.searchPeople>) {
    return searchPeople(this.#service, input);
  }

  @Handles(contacts.listContacts)
  async listContacts(input: InputOf<typeof contacts.listContacts>) {
    return listContacts(this.#service, input);
  }

  @Handles(erasure.findPerson)
  async findPerson(input: InputOf<typeof erasure.findPerson>) {
    return findPerson(this.#service, input);
  }

  @Handles(erasure.detachPerson)
  async detachPerson(input: InputOf<typeof erasure.detachPerson>) {
    return detachPerson(this.#service, input);
  }

  @Handles(erasure.erasePerson.inbox)
  async erasePerson(input: InputOf<typeof erasure.erasePerson.inbox>) {
    return erasePerson(this.#service, input);
  }

  @Handles(erasure.eraseTenantData.inbox)
  async eraseTenantData(input: InputOf<typeof erasure.eraseTenantData.inbox>) {
    return eraseTenantData(this.#service, input);
  }
}
