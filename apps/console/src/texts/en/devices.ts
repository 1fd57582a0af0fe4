import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  devices: {
    title: 'Linked phones',
    search: 'Search by tenant, name or number',
    all: 'All linked phones',
    empty: 'No linked phones',
    empty_lead: 'A tenant links a phone under Channels.',
    no_match: 'No phone found',
    no_match_lead: 'No tenant, name or number contains this text.',
    gone: 'This phone is no longer linked, or is not to be connected.',
    device: 'Phone',
    tenant: 'Tenant',
    state: 'State',
    healthy: 'Healthy',
    offline: 'Offline',
    restricted: 'Restricted',
    silent: 'Silent',
    offline_help: 'Parley keeps reconnecting. If it stays offline, the phone itself may have no network.',
    restricted_help: 'WhatsApp limits this number. Send less until the restriction ends.',
    silent_help: 'It is connected, but has been silent for longer than usual. Check that the phone is on.',
    since: 'Since',
    reason: 'Reason',
    last_heard: 'Last heard',
    never: 'Never',
    worker: 'Worker',
  },
} satisfies EnglishCatalogue;
