import { createTRPCUntypedClient, httpSubscriptionLink } from '@trpc/client';
import { type OperationError, toOperationError, url } from './call-gateway.ts';
import type { InputOf, StreamName, StreamOutputOf } from './operations.ts';

const client = createTRPCUntypedClient({ links: [httpSubscriptionLink({ url })] });

interface StreamHandlers<N extends StreamName> {
  onData(page: StreamOutputOf<N>): void;
  /** Called at the final end of the stream; a broken connection is resumed without it. */
  onEnd(error: OperationError | null): void;
}

/** Subscribes to a stream; a broken connection resumes after the last page received. */
export function subscribe<N extends StreamName>(
  name: N,
  input: InputOf<N>,
  { onData, onEnd }: StreamHandlers<N>,
): { unsubscribe(): void } {
  return client.subscription(name, input, {
    // safe: the router's type comes from the same contracts; a page with an id comes wrapped
    onData: (heard) => onData((isTracked(heard) ? heard.data : heard) as StreamOutputOf<N>),
    onStopped: () => onEnd(null),
    onError: (thrown) => onEnd(toOperationError(thrown)),
  });
}

const isTracked = (heard: unknown): heard is { id: string; data: unknown } =>
  typeof heard === 'object' && heard !== null && 'data' in heard && 'id' in heard;
