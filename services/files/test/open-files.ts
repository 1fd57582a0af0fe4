import { type FilesService, openFilesService } from '@parley/files/service';
import type { OpenInbound } from '../../inbound/test/open-inbound.ts';

export type FileChanges = Partial<FilesService> & { variables?: Record<string, string> };

/** The service without workers, on the database and the clock of the given one. */
export const openFiles = (
  inbound: Pick<OpenInbound, 'makeParts'>,
  { variables, ...changed }: FileChanges = {},
): FilesService => ({ ...openFilesService(inbound.makeParts(variables)), ...changed });
