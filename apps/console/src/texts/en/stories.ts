import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  story: {
    title: 'Opening hours',
    lead: 'When somebody answers, and what happens to messages that come at night.',
    text: 'Messages that come after ten in the evening are answered the next morning, in the order in which they came.',
    action: 'Save the hours',
    remove: 'Remove',
    name: 'Name',
    hint: 'As customers read it.',
    first: 'Shop in Cairo',
    second: 'Shop in Alexandria',
    good: 'Open',
    warn: 'Closing soon',
    bad: 'Closed',
  },
} satisfies EnglishCatalogue;
