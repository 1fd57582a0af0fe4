import { LANGUAGE_CODES, LANGUAGES } from '@parley/common/languages/languages';
import { OPERATOR_KINDS, TENANT_KINDS } from '@parley/common/workspace/notification-kinds';
import { describe, expect, test } from 'vitest';
import { renderHtml } from './render-html.rules.ts';
import {
  chosenName,
  describeAccountMail,
  describeConfirmation,
  describeFacts,
  type FactsGiven,
  renderSms,
  renderText,
} from './render-message.rules.ts';

const DATA: Record<string, Record<string, unknown>> = {
  unattended: { conversation_id: 5, channel: 'wa', waiting_since: '2026-07-01T12:00:00Z' },
  hand_over: { conversation_id: 5, channel: 'wa' },
  mention: { conversation_id: 5, channel: 'wa', member_id: 'mem_0000000001', by: 'Amal' },
  channel_disconnected: { channel: 'fb', account: 'My page', reason: 'token_revoked' },
  channel_ends_soon: { channel: 'wa', account: 'My number', cause: 'app', ends_at: '2026-07-05T12:00:00Z' },
  low_credit: { balance: '9.5', threshold: '10' },
  webhook_failing: { instance_id: 'ins_1', label: 'CRM', reason: 'breaker' },
  bot_stopped: { bot: 'Helper', reason: 'cap_reached' },
  provider_app_refused: { provider: 'graph', message: 'no' },
  disk_or_queue_growing: { what: 'disk', value: '80 GB' },
};
const given = (kind: string, more: Partial<FactsGiven> = {}): FactsGiven => ({
  language: 'en',
  timeZone: 'Asia/Kuwait',
  name: 'Ann',
  tenantName: 'Shop',
  kind,
  items: [{ kind, data: DATA[kind], at: '2026-07-01T12:00:00Z' }],
  facts: 1,
  customers: new Map([[5, 'Bob']]),
  turnOffUrl: (one) => `https://p.example/u/${one ?? 'all'}`,
  ...more,
});
const HOSTILE = `<img src=x onerror=alert(1)>"'&\r\nBcc: eve@evil.example\u202e`;

describe.each(LANGUAGES)('in $code', ({ code: language, direction }) => {
  test.each([...new Set([...TENANT_KINDS, ...OPERATOR_KINDS])])('%s has a text, and no value is missing', (kind) => {
    const message = describeFacts(given(kind, { language }));
    const all = renderText(message) + renderHtml(message) + renderSms(message) + message.heading;
    expect(all).not.toMatch(/undefined|null|NaN|\[object/);
    expect(message.footer.map(({ url }) => url)).toEqual([`https://p.example/u/${kind}`, 'https://p.example/u/all']);
    expect(renderHtml(message)).toContain(`<html lang="${language}" dir="${direction}">`);
  });

  test('untrusted values are one escaped line each', () => {
    const data = { ...DATA.channel_disconnected, account: HOSTILE };
    const hostile = given('channel_disconnected', {
      language,
      name: HOSTILE,
      tenantName: HOSTILE,
      items: [{ kind: 'channel_disconnected', data, at: '2026-07-01T12:00:00Z' }],
    });
    const message = describeFacts(hostile);
    expect(renderHtml(message)).not.toMatch(/<img|\u202e/);
    expect(renderHtml(message)).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect(renderText(message)).not.toMatch(/\nBcc|\r/);
    expect(renderSms(message)).not.toMatch(/[\r\n\u202e]/);
  });

  test('a confirmation has its link', () => {
    const message = describeConfirmation({
      language,
      tenantName: 'Shop',
      confirmUrl: 'https://p.example/c/1',
      turnOffUrl: 'https://p.example/u/1',
    });
    expect(renderText(message)).toContain('https://p.example/c/1');
    expect(renderHtml(message)).toContain('href="https://p.example/c/1"');
  });
});

test('times are in the recipient’s time zone, and names are the customer’s', () => {
  expect(renderText(describeFacts(given('unattended')))).toContain(
    'Bob (WhatsApp) has been waiting since 1 Jul, 15:00.',
  );
});

test('facts that a message does not show are counted', () => {
  expect(renderText(describeFacts(given('unattended', { facts: 12 })))).toContain('… and 11 more.');
});

test('a digest offers to turn each of its kinds off', () => {
  const items = ['unattended', 'low_credit'].map((kind) => ({ kind, data: DATA[kind], at: '2026-07-01T12:00:00Z' }));
  const message = describeFacts(given('digest', { items, facts: 2 }));
  expect(message.footer).toHaveLength(3);
  expect(message.lines).toHaveLength(2);
});

test('an SMS has a bounded length', () => {
  const items = Array.from({ length: 20 }, () => ({
    kind: 'unattended',
    data: DATA.unattended,
    at: '2026-07-01T12:00:00Z',
  }));
  expect([...renderSms(describeFacts(given('unattended', { items, facts: 20 })))].length).toBeLessThanOrEqual(300);
});

describe('a name that a tenant chose', () => {
  const PHISHING =
    'Your bank: open https://evil.example/login” or write to eve@evil.example, your account is closed today';

  test.each([
    ['Shop', 'Shop'],
    ['evil.example', 'evil. example'],
    ['https://evil.example/a', 'https:// evil. example/ a'],
    ['eve@evil.example', 'eve@ evil. example'],
    ['a” b «c»', 'a" b "c"'],
    ['مطعم البحر', 'مطعم البحر'],
    ['x'.repeat(41), `${'x'.repeat(40)}…`],
  ])('%j is shown as %j', (given, shown) => {
    expect(chosenName(given)).toBe(shown);
  });

  test.each(LANGUAGE_CODES)(
    'is marked as chosen by the tenant, shortened, and no link in a mail to a stranger (%s)',
    (language) => {
      const url = 'https://p.example/c/1';
      const mails = [
        describeConfirmation({ language, tenantName: PHISHING, confirmUrl: url, turnOffUrl: url }),
        describeAccountMail({ kind: 'invitation', to: 'ann@x.example', language, workspace: PHISHING, url }),
      ];
      for (const { about } of mails) {
        expect(about).toMatch(/(?:“|«)Your bank: open https:\/\/ evil\. example\/…(?:”|»)/);
        expect(about).not.toMatch(/closed|[\p{L}\p{N}][.@][\p{L}\p{N}]/u);
      }
    },
  );

  test('is shortened, and no link in a message about facts', () => {
    const items = [
      { kind: 'webhook_failing', data: { ...DATA.webhook_failing, label: PHISHING }, at: '2026-07-01T12:00:00Z' },
      { kind: 'bot_stopped', data: { ...DATA.bot_stopped, bot: PHISHING }, at: '2026-07-01T12:00:00Z' },
      {
        kind: 'channel_disconnected',
        data: { ...DATA.channel_disconnected, account: PHISHING },
        at: '2026-07-01T12:00:00Z',
      },
      { kind: 'unattended', data: DATA.unattended, at: '2026-07-01T12:00:00Z' },
    ];
    const customers = new Map([[5, PHISHING]]);
    const message = describeFacts(
      given('digest', { items, facts: 4, customers, name: PHISHING, tenantName: PHISHING }),
    );
    const text = [message.greeting, message.about, ...message.lines, renderSms(message)].join('\n');
    expect(text).not.toMatch(/closed|evil\.example/);
  });
});
