import type { ConsoleContract, ReusedContract } from '@parley/common/define-contract';
import type { RequestContext } from '../request-context.ts';

/** An operation of the console: one of its own, or a contract of another API. */
export type ConsoleOperation = ConsoleContract | ReusedContract;

/** One request to /console/trpc, as the procedures see it. */
export interface ConsoleContext {
  requestId: string;
  /**
   * Checks where a request comes from, who sent it and what they may do; returns the context for calling the service.
   */
  admit(operation: ConsoleOperation): Promise<RequestContext>;
  /** The unparsed input, a JSON object; read after the caller was authenticated. */
  readInput(): Promise<Record<string, unknown>>;
  /** Throws unless this is the admin token; returns its hash, to which the session is bound. */
  checkAdminToken(token: string): string;
  /** Sets the browser's session cookie, or (null) deletes it. */
  keepSession(token: string | null): void;
  /** Sets the cookie by which a browser that signed in before is recognised. */
  keepDevice(secret: string): void;
}
