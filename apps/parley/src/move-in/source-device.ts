import { createHash } from 'node:crypto';
import type { Conversion } from '@parley/pairing/move-in/moved-device.rules';

/** A device of another system, read and converted. */
export interface SourceDevice {
  /** The name that the source gives it. */
  name: string;
  /** Where the source keeps its messages: the id of an instance, or a directory; null when it keeps none. */
  origin: string | null;
  conversion: Conversion;
  /** SHA-256 of the parts that change with every message: another value means that the source runs. */
  fingerprint: string;
}

/** The address of a device's link; null when it cannot be moved. */
export const linkOf = ({ conversion }: Pick<SourceDevice, 'conversion'>): string | null =>
  conversion.kind === 'device' ? conversion.device.jid : null;

export function fingerprintOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
