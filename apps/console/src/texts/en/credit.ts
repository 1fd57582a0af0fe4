import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  credit: {
    title: 'Credit',
    balance: 'Balance',
    plan: 'Plan',
    threshold: 'Notify below',
    never: 'Never',
    ledger: 'Credit movements',
    empty: 'No movements yet',
    empty_lead: 'The operator adds credit; then the first message can be sent.',
    at: 'At',
    kind: 'Kind',
    top_up: 'Top-up',
    adjustment: 'Adjustment',
    reserve: 'Message',
    refund: 'Refund',
    bot: 'Bot reply',
    amount: 'Amount',
    message: 'Message id',
    category: 'Template category',
    note: 'Note',
  },
} satisfies EnglishCatalogue;
