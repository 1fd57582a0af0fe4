import { describe, expect, test } from 'vitest';
import { appendResult } from './connect-result.rules.ts';

describe('the redirect URL with its result', () => {
  test.each([
    ['https://a.example/done', 'https://a.example/done?service_status=cancelled'],
    ['https://a.example', 'https://a.example/?service_status=cancelled'],
    ['https://a.example/done?', 'https://a.example/done?service_status=cancelled'],
    ['https://a.example/done?x=1&y', 'https://a.example/done?x=1&y&service_status=cancelled'],
    ['https://a.example/?q=a%20b+c&q=2#top?x=1', 'https://a.example/?q=a%20b+c&q=2&service_status=cancelled#top?x=1'],
    ['https://a.example/#', 'https://a.example/?service_status=cancelled#'],
  ])('keeps query and fragment of %s', (given, expected) => {
    expect(appendResult(given, { status: 'cancelled' })).toBe(expected);
  });

  test('contains the connected ids', () => {
    const address = appendResult('https://a.example/', { status: 'success', channel: 'fb', ids: ['1', '2&x=/'] });
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      service_status: 'success',
      channel: 'fb',
      connected: '2',
      ids: '1,2&x=/',
    });
  });

  test('contains the error', () => {
    const address = appendResult('https://a.example/', { status: 'error', error: 'no_page' });
    expect(address).toBe('https://a.example/?service_status=error&error=no_page');
  });
});
