import { expect, test } from 'vitest';
import { makeAsset } from '../answers/send-asset.ts';
import { chooseEncoding } from './choose-encoding.ts';

const asset = makeAsset('text/css', 'a {}');
const both = { asset, compressed: { br: asset, gzip: asset }, isHashed: true };
const none = { asset, compressed: {}, isHashed: true };

test.each([
  ['gzip, deflate, br, zstd', both, 'br'],
  ['gzip', both, 'gzip'],
  ['br;q=0, gzip;q=0.5', both, 'gzip'],
  ['br;q=0.5', both, 'br'],
  ['identity', both, null],
  [undefined, both, null],
  ['gzip, br', none, null],
])('sends the smallest available form to a browser that accepts %s', (header, file, expected) => {
  expect(chooseEncoding(header, file)).toBe(expected);
});
