import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  usage: {
    title: 'Usage',
    by: 'Table by',
    by_channel: 'Channel',
    by_key: 'Key (sent messages)',
    by_category: 'Category (charged by Meta)',
    billed_lead:
      'Sent WhatsApp messages for which Meta reported a price. Meta charges for a message when it is delivered.',
    category: 'Category',
    messages_priced: 'Priced',
    messages_billable: 'Charged by Meta',
    key: 'Key',
    no_key: 'Without a key',
    cut: {
      one: 'Only the newest {count} row is shown; choose a shorter time.',
      other: 'Only the newest {count} rows are shown; choose a shorter time.',
    },
    days: 'Period',
    last: {
      one: 'Last day',
      other: 'Last {count} days',
    },
    day: 'Day',
    channel: 'Channel',
    messages_in: 'In',
    messages_out: 'Out',
    messages_failed: 'Failed',
    cost: 'Cost (credit)',
    chart: 'Messages by day and channel',
    total: 'Total',
    empty: 'No messages in this period',
    empty_lead: 'Send a message with a key, or choose a longer period.',
    satisfaction: 'Satisfaction',
    good: 'Good',
    middling: 'Middling',
    bad: 'Bad',
    answered_of: '{answered} of {asked} customers answered',
    save: 'Download CSV',
  },
} satisfies EnglishCatalogue;
