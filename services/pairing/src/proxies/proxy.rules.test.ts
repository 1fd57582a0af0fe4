import { AppError } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { connectRequestOf, readProxy, showProxy, writeProxy } from './proxy.rules.ts';

test.each([
  ['http://proxy.example:3128', { protocol: 'http', host: 'proxy.example', port: 3128, login: null }],
  ['http://proxy.example:80', { protocol: 'http', host: 'proxy.example', port: 80, login: null }],
  ['https://proxy.example:443/', { protocol: 'https', host: 'proxy.example', port: 443, login: null }],
  [' SOCKS5://Proxy.Example.:1080 ', { protocol: 'socks5', host: 'proxy.example', port: 1080, login: null }],
  ['socks5://0x7f.1:1080', { protocol: 'socks5', host: '127.0.0.1', port: 1080, login: null }],
  ['http://[2001:db8::1]:8080', { protocol: 'http', host: '2001:db8::1', port: 8080, login: null }],
  [
    'socks5://us%3Der:p%40ss%3A%C3%BC@proxy.example:1',
    { protocol: 'socks5', host: 'proxy.example', port: 1, login: { username: 'us=er', password: 'p@ss:ü' } },
  ],
  [
    'http://token@proxy.example:8000',
    { protocol: 'http', host: 'proxy.example', port: 8000, login: { username: 'token', password: '' } },
  ],
])('%j is read, and read again as it is written', (text, proxy) => {
  expect(readProxy(text)).toEqual(proxy);
  expect(readProxy(writeProxy(readProxy(text)))).toEqual(proxy);
});

test.each([
  ['proxy.example:3128', 'must begin with'],
  ['ftp://proxy.example:21', 'must begin with'],
  ['socks4://proxy.example:1080', 'must begin with'],
  ['http://', 'must begin with'],
  ['http://proxy.example', 'must name a port'],
  ['http://proxy.example:0', 'must name a port'],
  ['http://proxy.example:65536', 'is no address'],
  ['http://proxy example:80', 'is no address'],
  ['http://user:secret-word@:80', 'is no address'],
  ['http://proxy.example:3128/path', 'must end with its port'],
  ['http://proxy.example:3128?secret-word', 'must end with its port'],
  ['http://:secret-word@proxy.example:3128', 'without a user name'],
  ['http://a%3Ab:secret-word@proxy.example:3128', 'colon'],
  ['http://user:secret-word%@proxy.example:3128', '%25'],
  [`socks5://user:secret-word${'x'.repeat(255)}@proxy.example:1080`, '255 bytes'],
])('%j is invalid_proxy: %s, without the text itself', (text, problem) => {
  const refused = (): unknown => readProxy(text);
  expect(refused).toThrowError(AppError);
  expect(refused).toThrowError(expect.objectContaining({ code: 'invalid_proxy' }));
  expect(refused).toThrowError(problem);
  expect(refused).not.toThrowError('secret-word');
});

test.each([
  ['http://user:secret@proxy.example:3128', 'http://user:…@proxy.example:3128'],
  ['socks5://us%40er:secret@[2001:db8::1]:1080', 'socks5://us%40er:…@[2001:db8::1]:1080'],
  ['http://token@proxy.example:8000', 'http://token@proxy.example:8000'],
  ['https://proxy.example:443', 'https://proxy.example:443'],
])('%s is shown as %s', (text, shown) => {
  expect(showProxy(readProxy(text))).toBe(shown);
});

test('a tunnel is requested to the name of its target, with the credentials of the proxy', () => {
  const target = { host: 'web.example', port: 443 };
  const proxy = readProxy('http://user:p%40ss@proxy.example:3128');
  expect(connectRequestOf(proxy, target)).toBe(
    `CONNECT web.example:443 HTTP/1.1\r\nHost: web.example:443\r\nProxy-Authorization: Basic ${btoa('user:p@ss')}\r\n\r\n`,
  );
  expect(connectRequestOf({ login: null }, target)).not.toContain('Authorization');
});
