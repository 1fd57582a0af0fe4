import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  banner: {
    demo_left: {
      one: 'Public demo: this workspace is deleted in less than a minute, with everything in it.',
      other: 'Public demo: this workspace is deleted in {count} minutes, with everything in it.',
    },
    demo_closed: 'Nothing leaves this machine. Invitations, connections and mails are closed.',
  },
} satisfies EnglishCatalogue;
