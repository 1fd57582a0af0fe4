import { AppError } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { isFailure, profileError, requirePicture } from './profile.rules.ts';

// docs/reference/profiles.md#errors
test.each([
  { failure: { outcome: 'paced', retryAfterMs: 1200 } as const, code: 'rate_limited', retryAfter: 2 },
  { failure: { outcome: 'absent' } as const, code: 'invalid_address', retryAfter: undefined },
  { failure: { outcome: 'unknown', message: 'late' } as const, code: 'provider_timeout', retryAfter: undefined },
  {
    failure: { outcome: 'refused', status: 429, message: 'rate-overlimit' } as const,
    code: 'rate_limited',
    retryAfter: 60,
  },
  {
    failure: { outcome: 'refused', status: 406, message: 'not-acceptable' } as const,
    code: 'device_error',
    retryAfter: undefined,
  },
])('$failure.outcome is $code', ({ failure, code, retryAfter }) => {
  expect(isFailure(failure)).toBe(true);
  const error = profileError(failure);
  expect([error.code, error.extras.retry_after]).toEqual([code, retryAfter]);
});

const jpeg = (width: number, height: number, bytes = 0): string => {
  const frame = Buffer.from('ffd8ffc000110800000000', 'hex');
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, Buffer.alloc(bytes)]).toString('base64');
};

test.each([
  { name: 'the largest square', picture: jpeg(640, 640), message: null },
  { name: 'a small square', picture: jpeg(1, 1), message: null },
  { name: 'a wide one', picture: jpeg(640, 480), message: '640 by 480' },
  { name: 'a larger square', picture: jpeg(641, 641), message: '641 by 641' },
  { name: 'an empty one', picture: jpeg(0, 0), message: '0 by 0' },
  { name: 'one with many bytes', picture: jpeg(64, 64, 102_400), message: '100 KiB' },
  { name: 'another file', picture: Buffer.from('GIF89a').toString('base64'), message: 'JPEG' },
])('$name: $message', ({ picture, message }) => {
  let refusal: unknown = null;
  try {
    requirePicture(picture);
  } catch (error) {
    refusal = error;
  }
  if (message === null) expect(refusal).toBeNull();
  else {
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'invalid_picture', message: expect.stringContaining(message) });
  }
});
