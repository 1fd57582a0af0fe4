import { z } from 'zod';

/** The demo tenant, stored in the data directory so that every start can show it again. */
export const Demo = z.object({
  slug: z.string(),
  apiKey: z.string(),
  webhookSecret: z.string(),
  instanceId: z.string(),
  /** Secret of its platform webhook, which reports its bot's messages. */
  platformSecret: z.string(),
});
export type Demo = z.infer<typeof Demo>;

/** The sandbox's receiver that the demo's webhooks go to. */
export const DEMO_RECEIVER = 'demo';
/** Number of the simulated customer that the printed commands write to. */
export const DEMO_CUSTOMER = '16505551234';
/** The simulated customer on Telegram that the bot answers. */
export const DEMO_TELEGRAM_CUSTOMER = '5550001';
