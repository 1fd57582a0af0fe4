import type { Contract } from '@parley/common/define-contract';
import type { RequestContext } from '../request-context.ts';

/** One request to /trpc, as the procedures see it. */
export interface RouterContext {
  requestId: string;
  /**
   * Checks who asks for an operation (docs/reference/requests.md#order-of-the-checks, steps 1–3, 6 and 7;
   * docs/reference/operator-api.md#access), and says on whose behalf it is called.
   */
  admit(contract: Contract): Promise<RequestContext>;
  /** The input as it came: a JSON object. Read when its sender was let in. */
  readInput(): Promise<Record<string, unknown>>;
  /** Tells that the answer is the first one of its Idempotency-Key. */
  tellReplayed(): void;
}
