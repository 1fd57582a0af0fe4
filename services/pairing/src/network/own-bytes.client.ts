/**
 * A copy in memory of its own. Node cuts small buffers from blocks of 8 KB, and a block stays in memory for as long as
 * one of its buffers does: for keys that a connection keeps, that is 8 KB for 32 bytes.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  const own = Buffer.alloc(bytes.length);
  own.set(bytes);
  return own;
}
