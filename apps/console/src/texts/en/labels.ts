import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  labels: {
    title: 'Labels',
    empty: 'No labels yet',
    empty_lead: 'Labels sort conversations: by topic, by urgency, by customer.',
    create: 'Create label',
    edit: 'Edit label',
    name: 'Title',
    color: 'Color',
    edit_action: 'Edit',
    delete_action: 'Delete',
    delete_title: 'Delete the label {title}?',
    delete_lead: 'It is removed from every conversation. Saved views that filter by it find nothing.',
    actions: 'Actions for {title}',
    gray: 'Gray',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
  },
} satisfies EnglishCatalogue;
