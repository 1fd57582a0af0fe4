import { expect, test } from 'vitest';
import { hideUrlSecrets, isUrlText } from './hide-url-secrets.ts';

// docs/reference/logged-fields.md#addresses
test.each([
  ['https://shop.example/parley', 'https://shop.example/parley'],
  ['https://shop.example:8443/hooks/v1/order-events', 'https://shop.example:8443/hooks/v1/order-events'],
  ['https://shop.example/customer-notification-handler', 'https://shop.example/customer-notification-handler'],
  ['https://user:pa55@shop.example/in', 'https://•••@shop.example/in'],
  ['https://shop.example/in?token=abc&mode=live', 'https://shop.example/in?token=•••&mode=•••'],
  ['https://shop.example/in?s3cr3tt0k3n99', 'https://shop.example/in?•••'],
  ['https://shop.example/in?sk_live_4eC39HqLyjWD=1', 'https://shop.example/in?•••=•••'],
  ['https://shop.example/in#access=abc', 'https://shop.example/in#•••'],
  [
    'https://hooks.slack.com/services/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',
    'https://hooks.slack.com/services/T024BE7LD/B024BE7LH/•••',
  ],
  [
    'https://discord.com/api/webhooks/112233445566778899/aBcDeFgHiJkLmNoPqRsT',
    'https://discord.com/api/webhooks/•••/•••',
  ],
  ['https://api.telegram.org/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/x', 'https://api.telegram.org/•••/x'],
  ['https://shop.example/c/0b5c2b1e-7a53-4b58-9d4e-6a1f2f9f1c11', 'https://shop.example/c/•••'],
  ['https://shop.example/%41bcdefgh1234567', 'https://shop.example/•••'],
  ['https://shop.example/aaaaaaaaaaaaaaaaaaaaaaaa', 'https://shop.example/•••'],
  ['smtp://u:right@mail.example:587', 'smtp://•••@mail.example:587'],
  ['https://exa mple/?token=abc', '•••'],
])('%s is kept as %s', (given, kept) => {
  expect(hideUrlSecrets(given)).toBe(kept);
});

test('a text is an address if it has a scheme', () => {
  expect(
    ['https://a.example', ' HTTPS://a', 'smtps://x', 'a.example', 'see https://a', 'mailto:x'].map(isUrlText),
  ).toEqual([true, true, true, false, false, false]);
});
