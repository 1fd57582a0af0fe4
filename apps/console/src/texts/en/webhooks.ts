import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  webhooks: {
    title: 'Webhooks',
    of_key: 'Key',
    all: 'All keys',
    empty: 'No deliveries yet',
    empty_lead: 'Choose a key that has a webhook address, and send a test event.',
    to_keys: 'Open keys',
    no_match: 'No matching deliveries',
    no_match_lead: 'No delivery is in this state.',
    show_all: 'Show all deliveries',
    address: 'Address',
    no_address: 'This key has no webhook address. Set one under Keys.',
    catalogue: 'Event catalogue',
    event: 'Event',
    send_to: 'Send to',
    choose_key: 'Choose a key',
    send_sample: 'Send this event as a test',
    last_day: 'Last 24 hours',
    success_rate: 'Success rate',
    p95: 'Duration, p95',
    milliseconds: '{value} ms',
    counted: {
      one: 'of {count} delivery',
      other: 'of {count} deliveries',
    },
    counted_newest: {
      one: 'of the last {count} delivery',
      other: 'of the last {count} deliveries',
    },
  },
} satisfies EnglishCatalogue;
