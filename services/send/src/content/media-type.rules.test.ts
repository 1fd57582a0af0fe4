import { describe, expect, test } from 'vitest';
import { chosenKind, filenameOf, kindOfExtension, kindOfMime, readHint } from './media-type.rules.ts';

describe('the kind of a file', () => {
  test.each([
    ['image', 'image'],
    [' Video ', 'video'],
    ['image/png', 'image'],
    ['audio/ogg; codecs=opus', 'audio'],
    ['application/pdf', 'document'],
  ])('by the hint %s is %s', (hint, kind) => {
    expect(readHint(hint)).toBe(kind);
  });

  test.each(['picture', 'image/', '/png', ''])('by the hint %s is invalid_media_type', (hint) => {
    expect(() => readHint(hint)).toThrow(expect.objectContaining({ code: 'invalid_media_type' }));
  });

  test.each([
    ['https://x.example/a.JPG', 'image'],
    ['https://x.example/a.mp4?b=c.pdf', 'video'],
    ['https://x.example/a.opus', 'audio'],
    ['https://x.example/report.pdf', 'document'],
    ['https://x.example/a.constructor', null],
    ['https://x.example/download', null],
  ])('by the extension of %s is %s', (url, kind) => {
    expect(kindOfExtension(new URL(url))).toBe(kind);
  });

  test('by a type without a specific kind is a document', () => {
    expect(kindOfMime('text/html')).toBe('document');
    expect(kindOfMime('')).toBe('document');
  });
});

test.each([
  ['voice', 'voice'],
  [' Sticker ', 'sticker'],
  ['image', null],
  ['audio/ogg', null],
  [undefined, null],
])('media_type %j chooses %s', (mediaType, kind) => {
  expect(chosenKind(mediaType)).toBe(kind);
});

test('a file’s name is the last part of its path, decoded where possible', () => {
  expect(filenameOf(new URL('https://x.example/a/b%20c.pdf?d'))).toBe('b c.pdf');
  expect(filenameOf(new URL('https://x.example/%E0%A4%A'))).toBe('%E0%A4%A');
  expect(filenameOf(new URL('https://x.example/'))).toBeNull();
});
