import { AppError } from '@parley/common/errors';
import { EgressError } from '@parley/providers/egress/egress-policy';
import { FileRefused, openFile } from '@parley/providers/open-file';
import type { Dispatcher } from 'undici';
import type { MediaSource } from '../domain/media-source.ts';

const isRefused = (error: unknown): boolean =>
  error instanceof FileRefused ||
  error instanceof EgressError ||
  (error instanceof Error && error.cause instanceof EgressError);

/** Files that a customer's own `media_url` named: fetched like every address that somebody gave us, over the egress rules. */
export function makeWebSource({ egress, timeoutMs }: { egress: Dispatcher; timeoutMs: number }): MediaSource {
  return {
    async open({ sourceUrl }) {
      if (sourceUrl === null) return null;
      return openFile(sourceUrl, { dispatcher: egress, timeoutMs }).catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw new AppError('provider_timeout', { message: 'The source of the file did not answer.', cause: error });
      });
    },
  };
}
