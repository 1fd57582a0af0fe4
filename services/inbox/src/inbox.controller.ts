import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as replies from '@parley/common/contracts/console/canned-replies';
import * as changes from '@parley/common/contracts/console/conversation-changes';
import * as counts from '@parley/common/contracts/console/count-conversations';
import * as labels from '@parley/common/contracts/console/labels';
import * as unread from '@parley/common/contracts/console/mark-conversation-unread';
import * as notes from '@parley/common/contracts/console/notes';
import { showSatisfaction as satisfaction } from '@parley/common/contracts/console/satisfaction';
import * as labelled from '@parley/common/contracts/console/search-labelled';
import * as teams from '@parley/common/contracts/console/teams';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import { setConsent as setConsentContract } from '@parley/common/contracts/operator/consent';
import * as conversations from '@parley/common/contracts/operator/conversations';
import * as contacts from '@parley/common/contracts/operator/erasures';
import * as messages from '@parley/common/contracts/operator/search-messages';
import * as people from '@parley/common/contracts/operator/search-people';
import { updateConversations as updateConversationsContract } from '@parley/common/contracts/operator/update-conversations';
import { conversations as conversationsAction } from '@parley/common/contracts/reading/conversations';
import { messages as messagesAction } from '@parley/common/contracts/reading/messages';
import type { InputOf } from '@parley/common/define-contract';
import { type InboxService, SERVICE } from './service.ts';
import { addNote } from './use-cases/add-note.ts';
import { countConversations } from './use-cases/count-conversations.ts';
import { createCannedReply } from './use-cases/create-canned-reply.ts';
import { createLabel } from './use-cases/create-label.ts';
import { createTeam } from './use-cases/create-team.ts';
import { deleteCannedReply } from './use-cases/delete-canned-reply.ts';
import { deleteNote } from './use-cases/delete-note.ts';
import { detachPerson } from './use-cases/detach-person.ts';
import { erasePerson } from './use-cases/erase-person.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { findPerson } from './use-cases/find-person.ts';
import { getConversation } from './use-cases/get-conversation.ts';
import { getConversationPerson } from './use-cases/get-conversation-person.ts';
import { listCannedReplies } from './use-cases/list-canned-replies.ts';
import { listContacts } from './use-cases/list-contacts.ts';
import { listConversationChanges } from './use-cases/list-conversation-changes.ts';
import { listConversationMessages } from './use-cases/list-conversation-messages.ts';
import { listConversations } from './use-cases/list-conversations.ts';
import { listLabels } from './use-cases/list-labels.ts';
import { listMentionable } from './use-cases/list-mentionable.ts';
import { listMentions } from './use-cases/list-mentions.ts';
import { listNotes } from './use-cases/list-notes.ts';
import { listTeams } from './use-cases/list-teams.ts';
import { markConversationRead } from './use-cases/mark-conversation-read.ts';
import { markConversationUnread } from './use-cases/mark-conversation-unread.ts';
import { markMentionsRead } from './use-cases/mark-mentions-read.ts';
import { readConversations } from './use-cases/read-conversations.ts';
import { readMessages } from './use-cases/read-messages.ts';
import { removeLabel } from './use-cases/remove-label.ts';
import { removeTeam } from './use-cases/remove-team.ts';
import { searchLabelled } from './use-cases/search-labelled.ts';
import { searchMessages } from './use-cases/search-messages.ts';
import { searchPeople } from './use-cases/search-people.ts';
import { setConsent } from './use-cases/set-consent.ts';
import { showSatisfaction } from './use-cases/show-satisfaction.ts';
import { updateCannedReply } from './use-cases/update-canned-reply.ts';
import { updateConversation } from './use-cases/update-conversation.ts';
import { updateConversations } from './use-cases/update-conversations.ts';
import { updateLabel } from './use-cases/update-label.ts';
import { updateNote } from './use-cases/update-note.ts';
import { updateTeam } from './use-cases/update-team.ts';

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

  @Handles(conversationsAction)
  async readConversations(input: InputOf<typeof conversationsAction>, context: CallContext) {
    return readConversations(this.#service, input, context);
  }

  @Handles(messagesAction)
  async readMessages(input: InputOf<typeof messagesAction>, context: CallContext) {
    return readMessages(this.#service, input, context);
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

  @Handles(unread.markConversationUnread)
  async markConversationUnread(input: InputOf<typeof unread.markConversationUnread>, context: CallContext) {
    return markConversationUnread(this.#service, input, context);
  }

  @Handles(setConsentContract)
  async setConsent(input: InputOf<typeof setConsentContract>) {
    return setConsent(this.#service, input);
  }

  @Handles(counts.countConversations)
  async countConversations(input: InputOf<typeof counts.countConversations>, context: CallContext) {
    return countConversations(this.#service, input, context);
  }

  @Handles(changes.listConversationChanges)
  async listConversationChanges(input: InputOf<typeof changes.listConversationChanges>, context: CallContext) {
    return listConversationChanges(this.#service, input, context);
  }

  @Handles(satisfaction)
  async showSatisfaction(input: InputOf<typeof satisfaction>, context: CallContext) {
    return showSatisfaction(this.#service, input, context);
  }

  @Handles(labelled.searchLabelled)
  async searchLabelled(input: InputOf<typeof labelled.searchLabelled>, context: CallContext) {
    return searchLabelled(this.#service, input, context);
  }

  @Handles(labels.listLabels)
  async listLabels(input: InputOf<typeof labels.listLabels>, context: CallContext) {
    return listLabels(this.#service, input, context);
  }

  @Handles(labels.createLabel)
  async createLabel(input: InputOf<typeof labels.createLabel>, context: CallContext) {
    return createLabel(this.#service, input, context);
  }

  @Handles(labels.updateLabel)
  async updateLabel(input: InputOf<typeof labels.updateLabel>, context: CallContext) {
    return updateLabel(this.#service, input, context);
  }

  @Handles(labels.deleteLabel)
  async deleteLabel(input: InputOf<typeof labels.deleteLabel>, context: CallContext) {
    return removeLabel(this.#service, input, context);
  }

  @Handles(teams.listTeams)
  async listTeams(input: InputOf<typeof teams.listTeams>, context: CallContext) {
    return listTeams(this.#service, input, context);
  }

  @Handles(teams.createTeam)
  async createTeam(input: InputOf<typeof teams.createTeam>, context: CallContext) {
    return createTeam(this.#service, input, context);
  }

  @Handles(teams.updateTeam)
  async updateTeam(input: InputOf<typeof teams.updateTeam>, context: CallContext) {
    return updateTeam(this.#service, input, context);
  }

  @Handles(teams.deleteTeam)
  async deleteTeam(input: InputOf<typeof teams.deleteTeam>, context: CallContext) {
    return removeTeam(this.#service, input, context);
  }

  @Handles(messages.searchMessages)
  async searchMessages(input: InputOf<typeof messages.searchMessages>) {
    return searchMessages(this.#service, input);
  }

  @Handles(people.searchPeople)
  async searchPeople(input: InputOf<typeof people.searchPeople>) {
    return searchPeople(this.#service, input);
  }

  @Handles(notes.listNotes)
  async listNotes(input: InputOf<typeof notes.listNotes>, context: CallContext) {
    return listNotes(this.#service, input, context);
  }

  @Handles(notes.addNote)
  async addNote(input: InputOf<typeof notes.addNote>, context: CallContext) {
    return addNote(this.#service, input, context);
  }

  @Handles(notes.updateNote)
  async updateNote(input: InputOf<typeof notes.updateNote>, context: CallContext) {
    return updateNote(this.#service, input, context);
  }

  @Handles(notes.deleteNote)
  async deleteNote(input: InputOf<typeof notes.deleteNote>, context: CallContext) {
    return deleteNote(this.#service, input, context);
  }

  @Handles(notes.listMentionable)
  async listMentionable(input: InputOf<typeof notes.listMentionable>, context: CallContext) {
    return listMentionable(this.#service, input, context);
  }

  @Handles(notes.listMentions)
  async listMentions(input: InputOf<typeof notes.listMentions>, context: CallContext) {
    return listMentions(this.#service, input, context);
  }

  @Handles(notes.markMentionsRead)
  async markMentionsRead(input: InputOf<typeof notes.markMentionsRead>, context: CallContext) {
    return markMentionsRead(this.#service, input, context);
  }

  @Handles(replies.listCannedReplies)
  async listCannedReplies(input: InputOf<typeof replies.listCannedReplies>, context: CallContext) {
    return listCannedReplies(this.#service, input, context);
  }

  @Handles(replies.createCannedReply)
  async createCannedReply(input: InputOf<typeof replies.createCannedReply>, context: CallContext) {
    return createCannedReply(this.#service, input, context);
  }

  @Handles(replies.updateCannedReply)
  async updateCannedReply(input: InputOf<typeof replies.updateCannedReply>, context: CallContext) {
    return updateCannedReply(this.#service, input, context);
  }

  @Handles(replies.deleteCannedReply)
  async deleteCannedReply(input: InputOf<typeof replies.deleteCannedReply>, context: CallContext) {
    return deleteCannedReply(this.#service, input, context);
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
