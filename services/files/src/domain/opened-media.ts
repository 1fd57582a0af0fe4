import type { StreamSource } from '@parley/bus/stream';
import type { openMedia } from '@parley/common/contracts/internal/open-media';
import type { OutputOf } from '@parley/common/define-contract';

type Head = OutputOf<typeof openMedia>;

/** An open file of a message, as it is answered. */
export type AnsweredMedia = StreamSource<Head>;

/** An open file of a message. */
export type OpenedMedia = StreamSource<Omit<Head, 'tenantId'>>;

/** The type of a file of which neither the message nor its source has one. */
export const UNKNOWN_TYPE = 'application/octet-stream';
