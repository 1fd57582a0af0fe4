import { createHash } from 'node:crypto';
import type { Conversion } from '@parley/pairing/move-in/moved-device.rules';

/** A device of another system, read and converted. */
export interface SourceDevice {
  /** The name that the source gives it. */
  name: string;
  conversion: Conversion;
  /** SHA-256 of the parts that change with every message: another value means that the source runs. */
  fingerprint: string;
}

export function fingerprintOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
