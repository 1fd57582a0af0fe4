import type { ConsoleContract, ReusedContract } from '@parley/common/define-contract';
import type { RequestContext } from '../request-context.ts';

/** An operation of the console: one of its own, or a contract of another API. */
export type ConsoleOperation = ConsoleContract | ReusedContract;

/** One request to /console/trpc, as the procedures see it. */
export interface ConsoleContext {
  requestId: string;
  /** Checks where a request comes from, who asks and what they may do; says on whose behalf the service is called. */
  admit(operation: ConsoleOperation): Promise<RequestContext>;
  /** The unparsed input, a JSON object; read after the caller was authenticated. */
  readInput(): Promise<Record<string, unknown>>;
  /** Throws unless this is the admin token; returns its hash, to which the session is bound. */
  checkAdminToken(token: string): string;
  /** Makes the browser keep a new session, or (null) forget the one that it has. */
  keepSession(token: string | null): void;
  /** Makes the browser keep the secret by which it is known where it signed in. */
  keepDevice(secret: string): void;
}
