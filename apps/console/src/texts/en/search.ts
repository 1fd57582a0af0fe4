import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  search: {
    title: 'Search',
    field: 'Search for',
    hint: 'In Arabic, marks, hamza and the spelling of ة and ى make no difference.',
    empty: 'Search messages and people',
    empty_lead: 'Type a word, a name, a number, a label or the id of a message or conversation.',
    people: 'People',
    no_people: 'No matching people.',
    labelled: 'Conversations with this label',
    more_labelled: 'More conversations',
    messages: 'Messages',
    no_messages: 'No matching messages.',
    from_customer: 'Customer',
    from_us: 'Us',
    taken_back: 'Taken back',
    file: 'File',
    more: 'More messages',
    more_people: 'More people',
    by_id: 'Matches by id',
  },
} satisfies EnglishCatalogue;
