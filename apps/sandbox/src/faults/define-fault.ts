import { z } from 'zod';

const common = {
  provider: z.enum(['wa', 'tg', 'fb', 'ig', 'tt']),
  match: z
    .object({
      /** HTTP method, or for tg the name of the API method. */
      method: z.string().optional(),
      /** Part of the request's path. */
      path: z.string().optional(),
      /** The addressee exactly as sent (wa `to`, tg `chat_id`, fb and ig the recipient's or the comment's id). */
      to: z.string().optional(),
    })
    .default({}),
  /** How many matching requests it hits. */
  times: z.int().min(1).max(1_000_000_000).default(1),
  /** True: the provider does its work first, and only the answer is affected (the caller cannot know the outcome). */
  after_accept: z.boolean().default(false),
};

/** A fault of an emulated provider: which requests it hits, how often, and its effect. */
export const Fault = z.discriminatedUnion('mode', [
  z.object({
    ...common,
    mode: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).default({}),
  }),
  z.object({ ...common, mode: z.literal('hang') }),
  z.object({ ...common, mode: z.literal('delay'), delay_ms: z.int().min(1).max(600_000) }),
  z.object({ ...common, mode: z.literal('reset') }),
  z.object({ ...common, mode: z.literal('html502') }),
  z.object({ ...common, mode: z.literal('rate_limit'), retry_after: z.int().min(1).max(3600).default(30) }),
  /** The provider's own error: a Graph code, or a Telegram error code with its description. */
  z.object({
    ...common,
    mode: z.literal('error'),
    code: z.int(),
    /** fb, ig: the subcode of the error. */
    subcode: z.int().optional(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
  /** wa only: the send is accepted and fails later with this code. */
  z.object({ ...common, mode: z.literal('fail_later'), code: z.int() }),
]);
/** The emulated providers that faults can affect. */
export type FaultProvider = Fault['provider'];
/** A parsed fault. */
export type Fault = z.infer<typeof Fault>;
