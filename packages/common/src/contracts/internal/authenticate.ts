import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineInternal } from '../../define-contract.ts';

/** The data of a key that the gateway caches (docs/reference/requests.md#api-keys). */
export const AuthenticatedKey = z.object({
  tenantId: z.int(),
  tenantSlug: z.string(),
  instanceId: z.string(),
  channels: z.array(Channel),
  rateLimitPerMinute: z.int(),
  mcpEnabled: z.boolean(),
  mcpTools: z.array(z.string()),
  mayRead: z.boolean(),
  tenantActive: z.boolean(),
  plan: z.string(),
});
export type AuthenticatedKey = z.infer<typeof AuthenticatedKey>;

/**
 * The key with this SHA-256 (hex), or null when it is unknown, disabled or revoked
 * (docs/reference/requests.md#api-keys).
 */
export const authenticate = defineInternal({
  service: 'accounts',
  name: 'authenticate',
  input: z.object({ keyHash: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: z.object({ key: AuthenticatedKey.nullable() }),
  errors: [],
  deadlineMs: 5_000,
});
