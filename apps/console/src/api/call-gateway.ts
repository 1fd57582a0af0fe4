import { createTRPCUntypedClient, httpLink, TRPCClientError } from '@trpc/client';
import type { InputOf, MutationName, OutputOf, QueryName } from './operations.ts';

/** The gateway's router of the console. */
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

/** What an operation answered instead of its output: the body of docs/reference/errors.md#error-body. */
export class OperationError extends Error {
  readonly code: string;
  readonly requestId: string | null;

  constructor({ code, message, requestId }: { code: string; message: string; requestId: string | null }) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}

/** What was thrown by a call, as the error that it stands for. */
export function toOperationError(thrown: unknown): OperationError {
  const data: unknown = thrown instanceof TRPCClientError ? thrown.data : null;
  const body: { error?: unknown; request_id?: unknown } = typeof data === 'object' && data !== null ? data : {};
  return new OperationError({
    code: typeof body.error === 'string' ? body.error : 'unreachable',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    requestId: typeof body.request_id === 'string' ? body.request_id : null,
  });
}

const orOperationError = (thrown: unknown): never => {
  throw toOperationError(thrown);
};

/** Asks an operation that reads. Errors: OperationError. */
export function query<N extends QueryName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  const asked = client.query(name, input, signal ? { signal } : {}).catch(orOperationError);
  return asked as Promise<OutputOf<N>>; // safe: the router's type is made of the same contracts
}

interface Once {
  /** A repeat with the same key changes nothing more, and is answered as the first time. */
  idempotencyKey?: string;
}

/** Asks an operation that changes something. Errors: OperationError. */
export function mutate<N extends MutationName>(name: N, input: InputOf<N>, context: Once = {}): Promise<OutputOf<N>> {
  const asked = client.mutation(name, input, { context: { ...context } }).catch(orOperationError);
  return asked as Promise<OutputOf<N>>; // safe: the router's type is made of the same contracts
}

/** Asks for a change whose answer says nothing; it is asked for also when the page is about to go. Resolves once it was answered. */
export async function mutateOnLeaving<N extends MutationName>(name: N, input: InputOf<N>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const asked = fetch(`${url}/${name}`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(input) });
  // Without a connection there is nobody to tell.
  await asked.catch(() => undefined);
}
