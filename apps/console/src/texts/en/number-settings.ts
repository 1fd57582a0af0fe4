import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  username: {
    title: 'Username in WhatsApp',
    lead: 'People find the number by this name, and see the name in place of the number.',
    field: 'Username',
    hint: 'At least 3 characters: a to z, 0 to 9, dot and underscore, with at least one letter. It must not begin with www.',
    suggestions: 'WhatsApp suggests: {names}',
    move: 'Take it from another number of this business',
    save: 'Reserve username',
    current: '{name} is in use now.',
    current_reserved: '{name} is reserved, and not shown to people yet.',
    none: 'The number has no username.',
    remove: 'Delete username',
    remove_lead: 'People no longer find the number by this name, and another business may take it.',
  },
  calls: {
    title: 'Calls to the number',
    lead: 'Calls ring where the number is registered for calls, and in webhooks. People see a change within seven days.',
    is_on: 'People can call the number',
    is_icon_shown: 'Show the call button in chats',
    asks_permission: 'Ask people who call if they may be called back',
    has_hours: 'Only in these hours',
    holidays: {
      one: '{count} day with hours of its own stays as it is.',
      other: '{count} days with hours of their own stay as they are.',
    },
  },
} satisfies EnglishCatalogue;
