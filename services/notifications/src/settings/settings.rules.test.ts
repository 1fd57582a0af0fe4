import { expect, test } from 'vitest';
import { readMailServer } from './settings.rules.ts';

test.each([
  ['smtp://mail.example', 'mail.example', 587, false],
  ['smtps://mail.example', 'mail.example', 465, true],
  ['smtp://u:p@mail.example:2525/', 'mail.example', 2525, false],
  ['smtps://[::1]:465', '::1', 465, true],
  ['smtp://0x7f.1', '127.0.0.1', 587, false],
  ['smtp://bücher.example', 'xn--bcher-kva.example', 587, false],
])('%s', (url, host, port, isSecure) => {
  expect(readMailServer(url)).toMatchObject({ host, port, isSecure });
});

test('user and password may contain characters that a URL must encode', () => {
  expect(readMailServer('smtp://a%40b:p%2F%3A@mail.example')).toMatchObject({ user: 'a@b', password: 'p/:' });
});

test.each([
  'http://mail.example',
  'smtp://',
  'smtp://mail.example/path',
  'smtp://mail.example:0',
  'mail.example',
  'smtp://a%ZZ@b',
])('%s is no mail server', (url) => expect(readMailServer(url)).toBeNull());
