import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  platformWebhook: {
    tenant: 'Platform webhook',
    deployment: 'Deployment webhook',
    make: 'Set up webhook',
    change: 'Edit',
    empty: 'No platform webhook yet',
    empty_lead: 'Set it up to follow conversations, bots and notifications from a system of your own.',
    url: 'Address',
    url_hint: 'An https address of yours; each event is signed with its secret.',
    events: 'Events',
    lacks_event: 'Choose at least one event.',
    secret: 'Signing secret',
    secret_lead: 'Copy it now: it is shown only once. The previous secret also signs for 24 hours.',
    health: 'Health',
    rotate: 'Rotate secret',
    rotate_title: 'Rotate the signing secret?',
    rotate_lead:
      'Your receiver needs the new secret. Only one previous secret stays valid, for 24 hours: rotating again in that time breaks a receiver that still uses the older one.',
    delete: 'Delete',
    delete_title: 'Delete the platform webhook?',
    delete_lead: 'Waiting deliveries end as failed. This cannot be undone.',
    deliveries: 'Deliveries',
    no_deliveries: 'No deliveries yet. Send a test event.',
  },
} satisfies EnglishCatalogue;
