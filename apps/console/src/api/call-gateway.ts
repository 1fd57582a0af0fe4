import { createTRPCUntypedClient, httpLink, httpSubscriptionLink, splitLink, TRPCClientError } from '@trpc/client';
import type { InputOf, MutationName, OutputOf, QueryName, StreamName, StreamOutputOf } from './operations.ts';

const url = '/console/trpc';
const client = createTRPCUntypedClient({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: httpLink({
        url,
        headers: ({ op: { context } }) =>
          typeof context.idempotencyKey === 'string' ? { 'idempotency-key': context.idempotencyKey } : {},
      }),
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

function toOperationError(thrown: unknown): OperationError {
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

/** What a subscriber hears. */
interface StreamHandlers<N extends StreamName> {
  onData(page: StreamOutputOf<N>): void;
  /** It goes on by itself after a broken connection; this is its end. */
  onEnd(error: OperationError | null): void;
}

/** Subscribes to a stream; a connection that breaks goes on after the last page that was heard. */
export function subscribe<N extends StreamName>(
  name: N,
  input: InputOf<N>,
  { onData, onEnd }: StreamHandlers<N>,
): { unsubscribe(): void } {
  return client.subscription(name, input, {
    // safe: the router's type is made of the same contracts; a page with an id comes wrapped
    onData: (heard) => onData((isTracked(heard) ? heard.data : heard) as StreamOutputOf<N>),
    onStopped: () => onEnd(null),
    onError: (thrown) => onEnd(toOperationError(thrown)),
  });
}

const isTracked = (heard: unknown): heard is { id: string; data: unknown } =>
  typeof heard === 'object' && heard !== null && 'data' in heard && 'id' in heard;
