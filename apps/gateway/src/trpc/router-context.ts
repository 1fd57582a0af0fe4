import type { Contract } from '@parley/common/define-contract';
import type { RequestContext } from '../request-context.ts';

/** One request to /trpc, as the procedures see it. */
export interface RouterContext {
  requestId: string;
  /**
   * Authenticates the caller of an operation (docs/reference/requests.md#order-of-the-checks, steps 1–3, 6 and 7;
   * docs/reference/operator-api.md#access), and returns the context for the call.
   */
  admit(contract: Contract): Promise<RequestContext>;
  /** The unparsed input, a JSON object; read after the caller was authenticated. */
  readInput(): Promise<Record<string, unknown>>;
  /** Call it when the answer replays the first one of its Idempotency-Key. */
  reportReplayed(): void;
}
