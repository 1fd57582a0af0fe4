import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  system: {
    title: 'System',
    apps: 'Provider apps',
    apps_lead: 'Enter both addresses at the provider: the one it calls, and the one its dialog returns to.',
    app: 'App',
    meta: 'Meta',
    tiktok: 'TikTok',
    configured: 'Configured',
    missing: 'Not configured',
    addresses: 'Addresses',
    last_message: 'Last message',
    last_refused: 'Last refused',
    versions: 'Versions',
    parley: 'Parley',
    node: 'Node.js',
    postgresql: 'PostgreSQL',
    migration: 'Database schema',
    workers: 'Running workers',
    workers_rule:
      'The versions are those of the worker that answers. Only workers that take work for themselves are listed: gateways and the services accounts, files, inbound, inbox and send never do, so they run without being listed here.',
    service: 'Service',
    state: 'State',
    worker: 'Worker',
    since: 'Since',
  },
} satisfies EnglishCatalogue;
