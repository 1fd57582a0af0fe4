import { describePlatformWebhooks, describeWebhooks, EVENT_UNION, PLATFORM_EVENT_UNION } from './describe-webhooks.ts';
import type { Part } from './shared-parts.ts';

/** The readers of a document, and the members that differ between documents besides operations. */
export interface Audience {
  title: string;
  description: string;
  tags: readonly Part[];
  webhooks: () => Part;
  /** The union of all events, by its name. */
  union: Part;
  securitySchemes: Part;
  /** The security schemes, of which a request uses one. */
  security: readonly Part[];
}

/** Developers of a tenant's systems, who hold an API key. */
export const CUSTOMER: Audience = {
  title: 'Messaging API',
  description: [
    'Sends and receives messages on several chat channels through one JSON API.',
    '',
    'Every action is reachable in two ways that run the same code: `{base_url}?action=send` and `{base_url}send`,',
    'where `{base_url}` is `{origin}/{tenant}/api/messaging/`. This document describes the second.',
    'Every answer to a valid key has the headers RateLimit-Policy and RateLimit.',
    'Events arrive as signed webhooks; see the section of that name. The operator API has its own document.',
  ].join('\n'),
  tags: [
    { name: 'account', description: 'Key and account' },
    { name: 'messages', description: 'Sending messages and following their status' },
    { name: 'files', description: 'Uploading files to send' },
    { name: 'channels', description: 'Connecting, listing, disconnecting' },
    { name: 'sessions', description: 'Linked devices (wd)' },
    { name: 'groups', description: 'Groups of linked devices (wd)' },
    { name: 'profiles', description: 'Profiles and blocked people of linked devices (wd)' },
    { name: 'comments', description: 'Comments on posts and videos (fb, ig, tt)' },
    { name: 'conversations', description: 'Reading and searching conversations, with a key that may read' },
    { name: 'contacts', description: 'People, for a key that may read' },
    { name: 'events', description: 'The ledger of the key’s events' },
    { name: 'webhooks', description: 'Events posted to the webhook URL of a key' },
  ],
  webhooks: describeWebhooks,
  union: { Event: EVENT_UNION },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'API key; wins when both headers are sent' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key' },
  },
  security: [{ bearer: [] }, { apiKey: [] }],
};

/** Operators of a deployment. */
export const OPERATOR: Audience = {
  title: 'Operator API',
  description: 'Manages tenants, keys, credit, conversations, deliveries, bots and the deployment itself.',
  tags: [
    { name: 'operator', description: 'Tenants, keys, credit, conversations, deliveries' },
    {
      name: 'platform webhooks',
      description: 'Events posted to the platform webhook of a tenant or of the deployment',
    },
  ],
  webhooks: describePlatformWebhooks,
  union: { PlatformEvent: PLATFORM_EVENT_UNION },
  securitySchemes: {
    adminToken: { type: 'http', scheme: 'bearer', description: 'PARLEY_ADMIN_TOKEN' },
  },
  security: [{ adminToken: [] }],
};
