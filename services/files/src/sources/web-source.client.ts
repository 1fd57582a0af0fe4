import { AppError } from '@parley/common/errors';
import { EgressError } from '@parley/providers/egress/egress-policy';
import type { Egress } from '@parley/providers/egress/open-egress';
import { FileRefused, openFile } from '@parley/providers/http/open-file';
import type { MediaSource } from '../media/media-file.rules.ts';

/** Files of a customer's own `media_url`: fetched under the egress rules. */
export function makeWebSource({
  egress,
  timeoutMs,
}: {
  egress: Pick<Egress, 'agent' | 'checkUrl'>;
  timeoutMs: number;
}): MediaSource {
  return {
    async open({ sourceUrl, tenantId }) {
      if (sourceUrl === null) return null;
      const open = async () => {
        await egress.checkUrl(sourceUrl, `tenant ${tenantId}`);
        return openFile(sourceUrl, { dispatcher: egress.agent, timeoutMs });
      };
      return open().catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw new AppError('provider_timeout', { message: 'The source of the file did not answer.', cause: error });
      });
    },
  };
}

/** Permanent refusals; a name without addresses may get some later. */
const isForbidden = (error: unknown): boolean => error instanceof EgressError && error.reason !== 'does_not_resolve';

const isRefused = (error: unknown): boolean =>
  error instanceof FileRefused || isForbidden(error) || (error instanceof Error && isForbidden(error.cause));
