const HEAD = 'ffd8ffe000104a46494600010100000100010000';
const END = 'ffd9';

/** A JPEG of this size without an image, in base64; `text` makes it differ from others. */
export function makeJpeg(width: number, height = width, text = ''): string {
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from(HEAD, 'hex'), frame, Buffer.from(text), Buffer.from(END, 'hex')]).toString(
    'base64',
  );
}
