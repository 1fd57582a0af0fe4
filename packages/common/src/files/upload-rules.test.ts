import { expect, test } from 'vitest';
import { CHANNELS } from '../channels.ts';
import { describeTaken, endingsTaken, kindOfType, refusalOf } from './upload-rules.ts';

const MB = 1024 * 1024;

test.for([
  ['image/png', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg', 'audio'],
  ['application/pdf', 'document'],
  ['image/svg+xml', null],
  ['text/html', null],
  ['application/xml', null],
  ['constructor', null],
] as const)('%s is stored as %s', ([type, kind]) => {
  expect(kindOfType(type)).toBe(kind);
});

test.for([
  ['wa', 'image/png', 5 * MB, null],
  ['wa', 'image/png', 5 * MB + 1, 'size'],
  ['wa', 'image/gif', 1, 'type'],
  ['tg', 'application/zip', 1, null],
  ['tg', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 50 * MB, null],
  ['tg', 'application/pdf', 50 * MB + 1, 'size'],
  ['tg', 'video/webm', 1, 'type'],
  ['fb', 'video/webm', 25 * MB, null],
  ['ig', 'application/zip', 1, 'type'],
  ['tt', 'image/jpeg', 3 * MB, null],
  ['tt', 'video/mp4', 1, 'type'],
  ['wd', 'audio/ogg', 1, null],
  ['wd', 'text/html', 1, 'type'],
] as const)('on %s %s of %i bytes is refused for its %s', ([channel, mimeType, size, refusal]) => {
  expect(refusalOf(channel, { mimeType, size })).toBe(refusal);
});

test('describes the types that a channel accepts by their common names', () => {
  expect(describeTaken('tt')).toBe('jpg, png (3 MB)');
  expect(endingsTaken('tt')).toBe('.jpg,.jpeg,.png');
  expect(describeTaken('wa')).toContain('pdf, zip, docx, xlsx, pptx (100 MB)');
  for (const channel of CHANNELS) expect(describeTaken(channel)).toMatch(/^[\w, ();]+$/);
});

test.each([
  ['tg', 'audio/ogg', null],
  ['tg', 'audio/wav', 'type'],
  ['wa', 'audio/ogg', null],
  ['wa', 'image/png', 'type'],
  ['ig', 'audio/ogg', 'type'],
  ['ig', 'audio/mp4', null],
  ['tt', 'audio/ogg', 'type'],
] as const)('on %s %s as a voice note: refused for %s', (channel, mimeType, refusal) => {
  expect(refusalOf(channel, { mimeType, size: 1, isVoice: true })).toBe(refusal);
});
