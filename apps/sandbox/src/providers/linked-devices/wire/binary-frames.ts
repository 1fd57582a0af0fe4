const LENGTH_BYTES = 3;
const ROUTING = Buffer.from('ED', 'latin1');
const GREETING = Buffer.from('WA', 'latin1');

/**
 * Cuts a client's byte stream into frames (three bytes of length, then the payload). The first bytes are the greeting `WA` and
 * two version bytes, after routing information if there is some. Returns the function that takes what arrives; it throws on another greeting.
 */
export function makeFrameReader(onFrame: (payload: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  let isGreeted = false;

  return (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (!isGreeted) {
      const rest = skipGreeting(waiting);
      if (rest === undefined) return;
      isGreeted = true;
      waiting = rest;
    }
    while (waiting.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + waiting.readUIntBE(0, LENGTH_BYTES);
      if (waiting.length < end) return;
      const payload = waiting.subarray(LENGTH_BYTES, end);
      waiting = waiting.subarray(end);
      onFrame(payload);
    }
  };
}

/** A payload with its length in front. */
export function encodeFrame(payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + payload.byteLength);
  frame.writeUIntBE(payload.byteLength, 0, LENGTH_BYTES);
  frame.set(payload, LENGTH_BYTES);
  return frame;
}

function skipGreeting(bytes: Buffer): Buffer | undefined {
  let rest = bytes;
  if (rest.subarray(0, 2).equals(ROUTING)) {
    if (rest.length < 7) return undefined;
    rest = rest.subarray(7 + rest.readUIntBE(4, LENGTH_BYTES));
  }
  if (rest.length < 4) return undefined;
  if (!rest.subarray(0, 2).equals(GREETING)) throw new Error('The client greets in another protocol.');
  return rest.subarray(4);
}
