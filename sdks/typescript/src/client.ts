import { makeResources } from './api/resources.ts';
import { type PullOptions, pullEvents } from './pull-events.ts';
import { type ClientOptions, makeCall } from './transport.ts';

/**
 * A client of one key. Methods are grouped by noun: `client.messages.send({ … })`. Errors: ApiError, ConnectionError,
 * TimeoutError.
 */
export function createClient(options: ClientOptions) {
  const call = makeCall(options);
  const { events, ...resources } = makeResources(call);
  return {
    ...resources,
    events: {
      ...events,
      /** Every event, as an iteration that goes on; keeps its cursor where one says. */
      pull: (given?: PullOptions) =>
        pullEvents((input, signal) => call('GET', 'events', input, signal ? { signal } : {}), given),
    },
  };
}

export type Parley = ReturnType<typeof createClient>;
