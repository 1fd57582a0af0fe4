import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { createCannedReply } from './canned-replies/create-canned-reply.ts';
import { deleteCannedReply } from './canned-replies/delete-canned-reply.ts';
import { listCannedReplies } from './canned-replies/list-canned-replies.ts';
import { updateCannedReply } from './canned-replies/update-canned-reply.ts';
import { countConversations } from './conversations/count-conversations.ts';
import { getConversation } from './conversations/get-conversation.ts';
import { getConversationPerson } from './conversations/get-conversation-person.ts';
import { listContacts } from './conversations/list-contacts.ts';
import { listConversationChanges } from './conversations/list-conversation-changes.ts';
import { listConversationMessages } from './conversations/list-conversation-messages.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { markConversationRead } from './conversations/mark-conversation-read.ts';
import { markConversationUnread } from './conversations/mark-conversation-unread.ts';
import { setConsent } from './conversations/set-consent.ts';
import { updateConversation } from './conversations/update-conversation.ts';
import { updateConversations } from './conversations/update-conversations.ts';
import { detachPerson } from './erasure/detach-person.ts';
import { erasePerson } from './erasure/erase-person.ts';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { findPerson } from './erasure/find-person.ts';
import { createLabel } from './labels/create-label.ts';
import { listLabels } from './labels/list-labels.ts';
import { removeLabel } from './labels/remove-label.ts';
import { searchLabelled } from './labels/search-labelled.ts';
import { updateLabel } from './labels/update-label.ts';
import { addNote } from './notes/add-note.ts';
import { deleteNote } from './notes/delete-note.ts';
import { listMentionable } from './notes/list-mentionable.ts';
import { listMentions } from './notes/list-mentions.ts';
import { listNotes } from './notes/list-notes.ts';
import { markMentionsRead } from './notes/mark-mentions-read.ts';
import { updateNote } from './notes/update-note.ts';
import { readContact } from './reading/read-contact.ts';
import { readConversations } from './reading/read-conversations.ts';
import { readMessages } from './reading/read-messages.ts';
import { readSearch } from './reading/read-search.ts';
import { showSatisfaction } from './replies/show-satisfaction.ts';
import { searchMessages } from './search/search-messages.ts';
import { searchPeople } from './search/search-people.ts';
import { type InboxParts, openInboxService, SERVICE } from './service.ts';
import { createTeam } from './teams/create-team.ts';
import { listTeams } from './teams/list-teams.ts';
import { removeTeam } from './teams/remove-team.ts';
import { updateTeam } from './teams/update-team.ts';
import { makeWorkers } from './workers.ts';

/** The verbs of the service. */
export const VERBS = [
  listConversations,
  readConversations,
  readMessages,
  readSearch,
  readContact,
  getConversation,
  getConversationPerson,
  listConversationMessages,
  updateConversation,
  updateConversations,
  markConversationRead,
  markConversationUnread,
  setConsent,
  countConversations,
  listConversationChanges,
  showSatisfaction,
  searchLabelled,
  listLabels,
  createLabel,
  updateLabel,
  removeLabel,
  listTeams,
  createTeam,
  updateTeam,
  removeTeam,
  searchMessages,
  searchPeople,
  listNotes,
  addNote,
  updateNote,
  deleteNote,
  listMentionable,
  listMentions,
  markMentionsRead,
  listCannedReplies,
  createCannedReply,
  updateCannedReply,
  deleteCannedReply,
  listContacts,
  findPerson,
  detachPerson,
  erasePerson,
  eraseTenantData,
];

@Module({})
class InboxModule {}

/** The inbox service: conversations as people see them, search, erasure, retention. Wiring only. */
export function makeInboxModule(parts: InboxParts): DynamicModule {
  const service = openInboxService(parts);
  return {
    module: InboxModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
