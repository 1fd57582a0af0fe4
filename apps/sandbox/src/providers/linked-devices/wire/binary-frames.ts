const LENGTH_BYTES = 3;
const ROUTING = Buffer.from('ED', 'latin1');
const GREETING = Buffer.from('WA', 'latin1');

/**
 * Splits a client's byte stream into frames (three bytes of length, then the payload). The first bytes are the greeting
 * `WA` and two version bytes, after optional routing information. Returns the function that takes chunks; it throws on
 * another greeting.
 */
export function makeFrameReader(onFrame: (payload: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  /** Below this many bytes there is nothing to read, so a frame that arrives byte by byte is concatenated only once. */
  let neededBytes = 1;
  let isGreeted = false;

  const keep = (rest: Buffer, needed: number): void => {
    parts = [rest];
    bytes = rest.length;
    neededBytes = needed;
  };

  return (chunk) => {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < neededBytes) return;
    let waiting: Buffer = Buffer.concat(parts);
    if (!isGreeted) {
      const rest = skipGreeting(waiting);
      if (rest === undefined) return keep(waiting, bytes + 1);
      isGreeted = true;
      waiting = rest;
    }
    let needed = LENGTH_BYTES;
    while (waiting.length >= needed) {
      const end = LENGTH_BYTES + waiting.readUIntBE(0, LENGTH_BYTES);
      if (waiting.length < end) {
        needed = end;
        break;
      }
      const payload = waiting.subarray(LENGTH_BYTES, end);
      waiting = waiting.subarray(end);
      onFrame(payload);
    }
    keep(waiting, needed);
  };
}

/** A payload prefixed with its length. */
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
