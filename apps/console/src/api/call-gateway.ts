import { createTRPCUntypedClient, httpLink, TRPCClientError } from '@trpc/client';
import { hasAnsweredSince, reportAway, reportReached } from './connection.ts';
import type { InputOf, MutationName, OutputOf, QueryName } from './operations.ts';

/** Endpoint of the console's API. */
export const url = '/console/trpc';
const client = createTRPCUntypedClient({
  links: [
    httpLink({
      url,
      headers: ({ op: { context } }) =>
        typeof context.idempotencyKey === 'string' ? { 'idempotency-key': context.idempotencyKey } : {},
    }),
  ],
});

/** The error of an operation, with the body of docs/reference/errors.md#error-body. */
export class OperationError extends Error {
  readonly code: string;
  readonly requestId: string | null;
  /** Whether the operation is a read, which is retried automatically. */
  readonly isRead: boolean;

  constructor(of: { code: string; message: string; requestId: string | null; isRead?: boolean }) {
    super(of.message);
    this.code = of.code;
    this.requestId = of.requestId;
    this.isRead = of.isRead ?? false;
  }
}

/** Converts what a call threw to an OperationError. */
export function toOperationError(thrown: unknown, { isRead = false } = {}): OperationError {
  const data: unknown = thrown instanceof TRPCClientError ? thrown.data : null;
  const body: { error?: unknown; request_id?: unknown } = typeof data === 'object' && data !== null ? data : {};
  const isAnswered = typeof body.error === 'string';
  return new OperationError({
    code: isAnswered ? String(body.error) : 'unreachable',
    // The browser's own message for a lost connection does not help a person.
    message: isAnswered && thrown instanceof Error ? thrown.message : '',
    requestId: typeof body.request_id === 'string' ? body.request_id : null,
    isRead,
  });
}

/** Records whether a call reached the server. Errors: OperationError. */
async function watched(
  call: Promise<unknown>,
  { isRead, signal }: { isRead: boolean; signal?: AbortSignal | undefined },
) {
  try {
    const answer = await call;
    reportReached();
    return answer;
  } catch (thrown) {
    const error = toOperationError(thrown, { isRead });
    if (error.code !== 'unreachable') reportReached();
    // A page that closes aborts its own reads.
    else if (!signal?.aborted) reportAway();
    throw error;
  }
}

const HUNG_AFTER_MS = 8000;

/**
 * Gives up a read when the server has answered nothing at all for as long: it hangs. One slow operation of a server that
 * answers others is waited for.
 */
function giveUpIfHung(read: AbortController): () => void {
  let since = performance.now();
  const clock = setInterval(() => {
    if (!hasAnsweredSince(since)) read.abort();
    since = performance.now();
  }, HUNG_AFTER_MS);
  return () => clearInterval(clock);
}

/** Calls an operation that reads. Errors: OperationError. */
export function query<N extends QueryName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  const hung = new AbortController();
  const end = giveUpIfHung(hung);
  const either = signal ? AbortSignal.any([signal, hung.signal]) : hung.signal;
  const asked = watched(client.query(name, input, { signal: either }).finally(end), { isRead: true, signal });
  return asked as Promise<OutputOf<N>>; // safe: the router's type comes from the same contracts
}

interface Once {
  /** A retry with the same key changes nothing more, and gets the first answer. */
  idempotencyKey?: string;
}

/** Calls an operation that changes something. Errors: OperationError. */
export function mutate<N extends MutationName>(name: N, input: InputOf<N>, context: Once = {}): Promise<OutputOf<N>> {
  const asked = watched(client.mutation(name, input, { context: { ...context } }), { isRead: false });
  return asked as Promise<OutputOf<N>>; // safe: the router's type comes from the same contracts
}

/** Makes a change whose answer is not needed, even while the page closes. Resolves once it was answered. */
export async function mutateOnLeaving<N extends MutationName>(name: N, input: InputOf<N>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const asked = fetch(`${url}/${name}`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(input) });
  // Without a connection the call has no effect.
  await asked.catch(() => undefined);
}
