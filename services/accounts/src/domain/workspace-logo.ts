import { createHash } from 'node:crypto';
import { invalidField } from '@parley/common/errors';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Signature, and the first chunk with width and height. */
const HEAD_BYTES = 33;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const SIDE_MAX = 256;
const VERSION_LENGTH = 16;

/** A logo as it is stored; its version names the content, so that browsers keep it. */
export interface WorkspaceLogo {
  image: Buffer;
  version: string;
}

/** Decodes a logo. Only a small PNG is accepted, because the browser of every member decodes it. Errors: invalid_logo. */
export function readLogo(base64: string): WorkspaceLogo {
  const image = Buffer.from(base64, 'base64');
  const isPng = image.length > HEAD_BYTES && image.subarray(0, SIGNATURE.length).equals(SIGNATURE);
  if (!isPng || image.readUInt32BE(WIDTH_AT) > SIDE_MAX || image.readUInt32BE(HEIGHT_AT) > SIDE_MAX)
    throw invalidField('logo', `must be a PNG of at most ${SIDE_MAX} by ${SIDE_MAX} pixels`);
  const version = createHash('sha256').update(image).digest('hex').slice(0, VERSION_LENGTH);
  return { image, version };
}
