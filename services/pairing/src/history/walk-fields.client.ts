/** A field of a protobuf message: its number, and its value. */
export type Field = readonly [number: number, value: Uint8Array | bigint];

/** Damaged bytes, or ones that no known encoder writes. */
export class BrokenMessage extends Error {
  override name = 'BrokenMessage';
}

const MAX_VARINT_BYTES = 10;

/** Reads the fields of a protobuf message one after the other, as views of its bytes. Throws {@link BrokenMessage}. */
export function* walkFields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  function varint(): bigint {
    let value = 0n;
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new BrokenMessage('The message ends within a number.');
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return value;
    }
    throw new BrokenMessage('A number is too long.');
  }
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new BrokenMessage('The message ends within a field.');
    at += length;
    return bytes.subarray(at - length, at);
  }
  while (at < bytes.length) {
    const tag = varint();
    const number = Number(tag >> 3n);
    switch (Number(tag & 7n)) {
      case 0:
        yield [number, varint()];
        break;
      case 1:
        take(8);
        break;
      case 2:
        yield [number, take(Number(varint()))];
        break;
      case 5:
        take(4);
        break;
      default:
        throw new BrokenMessage('A field has an unknown type.');
    }
  }
}
