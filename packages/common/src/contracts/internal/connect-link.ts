import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';

/** Where the end customer's browser goes next: on to an address, or, where the link itself is not known, a plain page. */
export const BrowserStep = z.union([
  z.object({ location: z.string().describe('Absolute address to redirect to') }),
  z.object({ page: z.object({ status: z.int(), title: z.string(), text: z.string() }) }),
]);
export type BrowserStep = z.infer<typeof BrowserStep>;

/** An end customer opened `{public origin}/connect/{token}` (contract §5). */
export const openConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'open-connect-link',
  input: z.object({ token: z.string().min(1).max(200) }),
  output: BrowserStep,
  errors: [],
});

/** The provider's dialog sent the end customer back to `{public origin}/connect/callback/{provider}`; its query as it came. */
export const finishConnectLink = defineInternal({
  service: 'channel-connect',
  name: 'finish-connect-link',
  input: z.object({
    provider: z.enum(['meta', 'tiktok']),
    state: z.string().max(500),
    code: z.string().max(4000).nullable(),
    error: z.string().max(500).nullable(),
    error_reason: z.string().max(500).nullable(),
  }),
  output: BrowserStep,
  errors: [],
  deadlineMs: 55_000,
});
