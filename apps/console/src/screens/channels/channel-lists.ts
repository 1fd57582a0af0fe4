/** Queries that show channels: refetched when one of them changes. */
export const CHANNEL_LISTS = ['list-channel-health', 'list-tenant-channels', 'home'] as const;
