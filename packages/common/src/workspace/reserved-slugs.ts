/**
 * The first segments of all addresses of the gateway. A tenant's API is at `/{slug}/api/messaging`, so that a tenant with
 * one of these as its slug could not be reached. A gateway does not start with a route that is missing here.
 */
export const FIRST_SEGMENTS = [
  'api',
  'connect',
  'console',
  'docs',
  'healthz',
  'hooks',
  'media',
  'metrics',
  'notifications',
  'openapi-operator.json',
  'openapi.json',
  'pair',
  'readyz',
  'trpc',
] as const;

/** The first segments that only a public demo serves, which chooses the slugs of its tenants itself. */
export const DEMO_SEGMENTS: ReadonlySet<string> = new Set(['', 'sandbox', 'try']);

const RESERVED: ReadonlySet<string> = new Set(FIRST_SEGMENTS);

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);
