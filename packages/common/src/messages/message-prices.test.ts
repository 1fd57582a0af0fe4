import { expect, test } from 'vitest';
import { MessagePricesText } from './message-prices.ts';

test('prices are named by channel, and on wa by category of the template', () => {
  expect(MessagePricesText.parse('wa=1,wa.marketing=3,wa.utility=0.5,wa.authentication=0.25,tg=0')).toEqual({
    wa: '1',
    'wa.marketing': '3',
    'wa.utility': '0.5',
    'wa.authentication': '0.25',
    tg: '0',
  });
});

test.each([
  ['wa.service=1', 'wa.service has no price'],
  ['sms=1', 'sms has no price'],
  ['tg.marketing=1', 'tg.marketing has no price'],
  ['wa.MARKETING=1', 'wa.MARKETING has no price'],
  ['wa=1,wa=2', 'wa is given twice'],
  ['wa=', 'must be like'],
  ['wa=-1', 'must be like'],
  ['wa=1.0000001', 'must be like'],
])('%s is refused: %s', (text, message) => {
  const problem = MessagePricesText.safeParse(text).error?.issues[0]?.message;
  expect(problem).toContain(message);
});
