import { RECEIVED_LIMITS, ReceivedContent } from '@parley/common/messages/received-content';
import { expect, test } from 'vitest';
import { referral } from './read-referral.ts';
import { toReceivedContent, withTidyFacts } from './tidy-facts.ts';

const tidied = (facts: Parameters<typeof withTidyFacts>[0]) => toReceivedContent(withTidyFacts(facts));

test('values within the limits stay as they are', () => {
  const facts = {
    referral: referral('ad', { source_id: '1', url: 'https://fb.me/x', headline: 'Chat', ctwa_clid: 'Aff', ref: 'r' }),
    pollAnswer: { options: [{ index: 0, title: 'Tea' }] },
    forwarded: true as const,
    viewOnce: true as const,
    mentions: ['+15550101'],
    order: { catalog_id: '9', items: [{ product_id: 'A', quantity: 2, price: 3.5, currency: 'KWD' }] },
    product: { product_id: 'A', catalog_id: '9' },
  };
  const { pollAnswer: poll_answer, viewOnce: view_once, ...same } = facts;
  expect(tidied(facts)).toEqual({ ...same, poll_answer, view_once });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'AD_URL',
  '//x.example',
  `https://x.example/${'a'.repeat(2048)}`,
])('an address that a page must not open is dropped: %s', (url) => {
  const { referral: tidy } = tidied({ referral: referral('ad', { source_id: '1', url, media_url: url }) });
  expect(tidy).toMatchObject({ source_id: '1', url: null, media_url: null });
});

test('values of a stranger beyond every limit give content that fits the contract, and never throw', () => {
  const long = '\u0000\ud800x'.repeat(5_000);
  const content = tidied({
    referral: {
      source: 'link',
      source_id: long,
      url: long,
      headline: long,
      body: long,
      media_url: 'javascript:x',
      ctwa_clid: long,
      ref: long,
    },
    pollAnswer: {
      options: Array.from({ length: 10_000 }, (_, index) => ({ index: index === 0 ? Number.NaN : index, title: long })),
    },
    mentions: Array.from({ length: 10_000 }, (_, index) => `+1555${index}`),
    order: {
      catalog_id: '',
      items: Array.from({ length: 1000 }, () => ({
        product_id: long,
        quantity: Number.NaN,
        price: Number.POSITIVE_INFINITY,
        currency: long,
      })),
    },
    product: { product_id: '', catalog_id: long },
  });
  expect(ReceivedContent.parse(content)).toEqual(content);
  expect(content.mentions).toHaveLength(RECEIVED_LIMITS.mentions);
  expect(content.poll_answer?.options).toHaveLength(RECEIVED_LIMITS.pollOptions);
  expect(content.poll_answer?.options[0]?.index).toBeNull();
  expect(content.order?.items[0]).toMatchObject({ quantity: null, price: null, currency: null });
  expect(content.product).toBeUndefined();
  expect(content.referral).toMatchObject({ ctwa_clid: null, ref: null, url: null, media_url: null });
  expect(content.referral?.headline).toMatch(/…$/);
});

test('empty lists are left out, but a vote that was taken back is kept', () => {
  expect(tidied({ mentions: [], order: { catalog_id: null, items: [] } })).toEqual({});
  expect(tidied({ pollAnswer: { options: [] } })).toEqual({ poll_answer: { options: [] } });
});
