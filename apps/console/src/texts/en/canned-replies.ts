import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  cannedReplies: {
    title: 'Canned replies',
    empty: 'No canned replies yet',
    empty_lead: 'Prepare the answers you give often. In the inbox, / inserts one.',
    create: 'Create canned reply',
    name: 'Title',
    text: 'Text',
    text_hint: '{fields} are filled in when it is inserted.',
    refused: 'It may have only the fields {fields}.',
    changed: 'Changed',
    edit: 'Edit',
    remove: 'Delete',
    actions: 'Actions for {name}',
    remove_title: 'Delete “{name}”?',
    remove_lead: 'Messages that were sent with it stay as they are.',
    search: 'Search',
    nothing: 'No canned reply matches',
    nothing_lead: 'Search for other words.',
  },
} satisfies EnglishCatalogue;
