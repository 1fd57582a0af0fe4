import { makeResources } from './api/resources.ts';
import { type PullOptions, pullEvents } from './pull-events.ts';
import { type ClientOptions, makeCall } from './transport.ts';
import { type UploadFileOptions, uploadFile } from './upload-file.ts';

/**
 * A client of one key. Methods are grouped by noun: `client.messages.send({ … })`. Errors: ApiError, ConnectionError,
 * TimeoutError; ConfigurationError of options with which no call can be made.
 */
export function createClient(options: ClientOptions = {}) {
  const call = makeCall(options);
  const { events, files, ...resources } = makeResources(call);
  return {
    ...resources,
    files: {
      ...files,
      /** Uploads the bytes of a file, whose `upload_id` a send takes. */
      uploadFile: (file: Blob | ArrayBuffer | Uint8Array, given?: UploadFileOptions) => uploadFile(call, file, given),
    },
    events: {
      ...events,
      /** Iterates over all events and polls for new ones; stores its position in `cursor`. */
      pull: (given?: PullOptions) =>
        pullEvents((input, signal) => call('GET', 'events', input, signal ? { signal } : {}), given),
    },
  };
}

export type Parley = ReturnType<typeof createClient>;
