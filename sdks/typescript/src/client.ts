import { makeResources } from './api/resources.ts';
import { type PullOptions, pullEvents } from './pull-events.ts';
import { type ClientOptions, makeCall } from './transport.ts';

/**
 * A client of one key. Methods are grouped by noun: `client.messages.send({ … })`. Errors: ApiError, ConnectionError,
 * TimeoutError; ConfigurationError of options with which no call can be made.
 */
export function createClient(options: ClientOptions = {}) {
  const call = makeCall(options);
  const { events, ...resources } = makeResources(call);
  return {
    ...resources,
    events: {
      ...events,
      /** Iterates over all events and polls for new ones; stores its position in `cursor`. */
      pull: (given?: PullOptions) =>
        pullEvents((input, signal) => call('GET', 'events', input, signal ? { signal } : {}), given),
    },
  };
}

export type Parley = ReturnType<typeof createClient>;
