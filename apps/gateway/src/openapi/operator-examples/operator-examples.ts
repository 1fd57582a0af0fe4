import { BOT_EXAMPLES } from './bot-examples.ts';
import { DELIVERY_EXAMPLES } from './delivery-examples.ts';
import type { OperatorExamples } from './example-of.ts';
import { INBOX_EXAMPLES } from './inbox-examples.ts';
import { SYSTEM_EXAMPLES } from './system-examples.ts';
import { TENANT_EXAMPLES } from './tenant-examples.ts';

/** An endpoint without an example does not compile. */
const TYPED: OperatorExamples = {
  ...TENANT_EXAMPLES,
  ...INBOX_EXAMPLES,
  ...DELIVERY_EXAMPLES,
  ...SYSTEM_EXAMPLES,
  ...BOT_EXAMPLES,
};

/** A request of an endpoint and its answer, by the endpoint. A test parses each with its contract. */
export const OPERATOR_EXAMPLES: Readonly<
  Record<string, { request: Record<string, unknown>; answer: unknown; deferredAnswer?: unknown } | undefined>
> = TYPED;
