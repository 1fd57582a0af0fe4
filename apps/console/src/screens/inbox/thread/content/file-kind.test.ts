import { expect, test } from 'vitest';
import { isPicture, pathOf, playedAs } from './file-kind.ts';

test.each([
  ['image', 'image/png', true],
  ['image', 'IMAGE/JPEG; x=y', true],
  ['sticker', 'image/webp', true],
  ['image', null, true],
  ['image', 'image/svg+xml', false],
  ['image', 'text/html', false],
  ['document', 'image/png', false],
  ['video', 'video/mp4', false],
] as const)('a file of the kind %s and the type %s is shown as a picture: %j', (type, mime_type, expected) => {
  expect(isPicture({ type, mime_type })).toBe(expected);
});

test.each([
  ['https://parley.example/media/att_1?expires=1&signature=x', '/media/att_1?expires=1&signature=x'],
  ['https://parley.example/console/keys', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['', null],
  [null, null],
])('the path of %j is %j', (url, expected) => {
  expect(pathOf(url)).toBe(expected);
});

test.for([
  ['video/mp4', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['AUDIO/MPEG', 'audio'],
  ['video/x-msvideo', null],
  ['text/html', null],
  ['xvideo/mp4', null],
  [null, null],
] as const)('%s is played as %s', ([mimeType, played]) => {
  expect(playedAs({ mime_type: mimeType })).toBe(played);
});
