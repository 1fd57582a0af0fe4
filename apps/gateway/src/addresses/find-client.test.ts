import { parseEnvironment } from '@parley/runtime/environment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivate, makeIsIn, networkOf } from './address-network.ts';
import { makeFindClient, noticeForgottenProxy } from './find-client.ts';

const PROXY = '10.0.0.1';
const find = makeFindClient(makeIsIn(['10.0.0.0/24', '198.51.100.7', '2001:db8:aa::/48']));

describe('the client address behind a trusted proxy', () => {
  test.each<[what: string, headers: Record<string, string>, address: string]>([
    ['is the hop of X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
    ['is the hop of Forwarded', { forwarded: 'for=203.0.113.9;proto=https;by=10.0.0.1' }, '203.0.113.9'],
    ['is not what the caller wrote on the left', { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' }, '203.0.113.9'],
    ['is not what the caller wrote into Forwarded', { forwarded: 'for=192.0.2.1, for=203.0.113.9' }, '203.0.113.9'],
    [
      'stands left of further proxies',
      { 'x-forwarded-for': '192.0.2.1, 203.0.113.9, 10.0.0.2,198.51.100.7' },
      '203.0.113.9',
    ],
    ['has a port', { 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
    ['has an IPv6 address', { 'x-forwarded-for': '2001:DB8::9' }, '2001:db8::9'],
    ['has brackets', { 'x-forwarded-for': '[2001:db8::9]' }, '2001:db8::9'],
    ['has brackets and a port', { forwarded: 'for="[2001:db8::9]:4711"' }, '2001:db8::9'],
    ['has an obfuscated port', { forwarded: 'For="203.0.113.9:_x"' }, '203.0.113.9'],
    ['is an IPv4 address in the form of IPv6', { 'x-forwarded-for': '::ffff:203.0.113.9' }, '203.0.113.9'],
    ['has a quoted comma beside it', { forwarded: 'by="a,b;c";FOR = 203.0.113.9' }, '203.0.113.9'],
    ['has an escaped quote beside it', { forwarded: String.raw`by="\",for=192.0.2.1";for=203.0.113.9` }, '203.0.113.9'],
    ['is the same in both headers', { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
    ['is the outermost where all hops are trusted', { 'x-forwarded-for': '10.0.0.9, 10.0.0.2' }, '10.0.0.9'],
  ])('%s', (_what, headers, address) => {
    expect(find(PROXY, headers)).toBe(address);
    expect(find(`::ffff:${PROXY}`, headers)).toBe(address);
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ['nothing', {}],
    ['an empty header', { 'x-forwarded-for': '' }],
    ['an unknown hop', { forwarded: 'for=unknown' }],
    ['an obfuscated hop', { forwarded: 'for=_gazonk' }],
    ['an unknown hop before a proxy', { forwarded: 'for=203.0.113.9, for=_gazonk, for=10.0.0.2' }],
    ['a word', { 'x-forwarded-for': 'localhost' }],
    ['an address that is none', { 'x-forwarded-for': '203.0.113.9, 1.2.3.400' }],
    ['an open quote', { forwarded: 'for="203.0.113.9' }],
    ['a hop without for', { forwarded: 'for=203.0.113.9, proto=https' }],
    ['two hops in one', { forwarded: 'for=203.0.113.9;for=192.0.2.1' }],
    ['a comma at the end', { 'x-forwarded-for': '203.0.113.9,' }],
    ['two headers that disagree', { forwarded: 'for=192.0.2.1', 'x-forwarded-for': '203.0.113.9' }],
    ['one header that cannot be read', { forwarded: 'for=_x', 'x-forwarded-for': '203.0.113.9' }],
  ])('is the proxy itself when the header is %s', (_what, headers) => {
    expect(find(PROXY, headers)).toBe(PROXY);
  });

  test('is an address or the proxy, whatever the header holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), fc.boolean(), (header, standard) => {
        const client = find(PROXY, { [standard ? 'forwarded' : 'x-forwarded-for']: `${header}, for=203.0.113.9` });
        expect(client === PROXY || client === '203.0.113.9').toBe(true);
      }),
    );
  });
});

test('believes forwarding headers from a trusted proxy only', () => {
  const headers = { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '203.0.113.9' };
  for (const peer of ['192.0.2.1', '10.0.1.1', '127.0.0.1', '2001:db8:ab::1']) expect(find(peer, headers)).toBe(peer);
  expect(find('2001:db8:aa::1', headers)).toBe('203.0.113.9');
  expect(find('fe80::1%eth0', headers)).toBe('fe80::1');
  expect(makeFindClient(makeIsIn([]))('10.0.0.1', headers)).toBe('10.0.0.1');
  expect(find(undefined, headers)).toBe('');
});

test('counts an IPv4 address, or the /64 of an IPv6 address, as one network', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:0DB8:0:0:ffff::2'));
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'));
  expect(networkOf('1::2:3:4:5:6:7')).toBe('1:0:2:3');
});

test('warns once about a private peer that forwards without being trusted, and never about callers from the internet', () => {
  const warned: string[] = [];
  const isTrusted = makeIsIn(['10.0.0.1']);
  const warn = (peer: string): void => void warned.push(peer);
  const noticing = noticeForgottenProxy(makeFindClient(isTrusted), { isTrusted, isPrivate, warn });
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect(noticing('192.0.2.1', headers)).toBe('192.0.2.1');
  expect(noticing('10.0.0.1', headers)).toBe('203.0.113.9');
  expect(noticing('10.0.0.2', {})).toBe('10.0.0.2');
  expect(warned).toEqual([]);
  for (const peer of ['10.0.0.2', '10.0.0.3']) expect(noticing(peer, headers)).toBe(peer);
  expect(warned).toEqual(['10.0.0.2']);
});

test('PARLEY_TRUSTED_PROXIES accepts networks and addresses, and refuses nonsense and all-inclusive ranges', () => {
  const parse = (text: string) => parseEnvironment({ PARLEY_TRUSTED_PROXIES: text }).PARLEY_TRUSTED_PROXIES;
  expect(parse('')).toEqual([]);
  expect(parse('10.0.0.0/8, 192.0.2.7,2001:db8::/32,::1')).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);
  for (const bad of ['proxy', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8,', '0.0.0.0/0', '10.0.0.0/8, ::/0', '::/00'])
    expect(() => parse(bad), bad).toThrow(/PARLEY_TRUSTED_PROXIES/);
});
