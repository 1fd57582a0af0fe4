import { expect, test } from 'vitest';
import { isMediaHost, isMediaPath, MEDIA_ORIGIN, mediaAddress } from './media-pointer.rules.ts';

test.each([
  '/v/t62.7118-24/1234_5678_n.enc?ccb=11-4&oh=01_Q5Aa-x_y&oe=6853A1B2&_nc_sid=5e03e0',
  '/o1/v/t24/f2/m269/AQN-x.enc?ccb=9-4&oh=01_Q5&oe=68&_nc_sid=e6ed6c',
  '/v/t62.7118-24/00ff?ccb=11-4',
])('requests a path of the network unchanged at the network’s own host: %s', (path) => {
  expect(mediaAddress(MEDIA_ORIGIN, path)?.href).toBe(`https://mmg.whatsapp.net${path}`);
  expect(mediaAddress('http://127.0.0.1:4010', path)?.href).toBe(`http://127.0.0.1:4010${path}`);
});

test.each([
  '',
  'v/t62/a',
  '//evil.example/a',
  '/\\evil.example/a',
  '\\\\evil.example\\a',
  '/v//a',
  '@evil.example/a',
  '.evil.example/a',
  ':8080/a',
  ':x@evil.example/a',
  '/v/a@evil.example',
  'http://evil.example/a',
  'https://mmg.whatsapp.net/v/a',
  'file:///etc/passwd',
  'data:text/plain,a',
  'javascript:alert(1)',
  '/../../etc/passwd',
  '/v/%2e%2e/a',
  '/v/./a',
  '/v/a#b',
  '/v/a b',
  ' /v/a',
  '/v/a\r\nHost: evil.example',
  '/v/a\tb',
  '\t//evil.example/a',
  '/v/a\u0000',
  '/v/ä',
  '/v/\ud83d',
  '/v/a?b=c\\d',
  '/\u2028/evil.example',
  '/v/a?',
  `/v/${'a'.repeat(1_000_000)}`,
])('rejects a path that could lead to another host: %j', (path) => {
  expect(mediaAddress(MEDIA_ORIGIN, path)).toBeNull();
  expect(isMediaPath(path)).toBe(false);
});

test.each([
  ['mmg.whatsapp.net', true],
  ['media-fra3-1.cdn.whatsapp.net', true],
  ['whatsapp.net', false],
  ['evilwhatsapp.net', false],
  ['mmg.whatsapp.net.evil.example', false],
  ['mmg.whatsapp.net:8080', false],
  ['user@mmg.whatsapp.net', false],
  ['127.0.0.1', false],
  ['localhost', false],
  ['.whatsapp.net', false],
  ['a..whatsapp.net', false],
  ['mmg.whatsapp.net/', false],
  ['mmg.whatsapp.net\n', false],
  [`${'a.'.repeat(200)}whatsapp.net`, false],
])('uploads go only to hosts below whatsapp.net: %s is %s', (host, isAllowed) => {
  expect(isMediaHost(host)).toBe(isAllowed);
});
