import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  phone: {
    title: 'Test phone',
    window: 'Open in a new window',
  },
} satisfies EnglishCatalogue;
