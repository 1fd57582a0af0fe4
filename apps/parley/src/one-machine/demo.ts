import { z } from 'zod';

/** The demo tenant, kept in the data directory so that every start can show it again. */
export const Demo = z.object({
  slug: z.string(),
  apiKey: z.string(),
  webhookSecret: z.string(),
  instanceId: z.string(),
});
export type Demo = z.infer<typeof Demo>;

/** The sandbox's receiver that the demo's webhooks go to. */
export const DEMO_RECEIVER = 'demo';
/** Number of the simulated customer whom the printed lines write to. */
export const DEMO_CUSTOMER = '16505551234';
