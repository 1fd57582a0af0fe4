import { expect, test } from 'vitest';
import { hasSameContent } from './compare-components.ts';
import { parameterFormat, type TemplateContent, toComponents } from './template-components.ts';

const NUMBERED: TemplateContent = {
  header: { type: 'text', text: 'Our {{1}} is on!', example: 'Summer Sale' },
  body: { text: 'Use {{2}} until {{1}}, says {{2}} too.', examples: { 2: '25OFF', 1: 'August' } },
  footer: 'Manage your subscriptions',
  buttons: [
    { type: 'quick_reply', title: 'Stop' },
    { type: 'url', title: 'Shop', url: 'https://x.example/{{1}}', example: 'https://x.example/a' },
    { type: 'phone_number', title: 'Call', phoneNumber: '+15550051310' },
    { type: 'copy_code', example: '250FF' },
  ],
};

test('a template with numbered placeholders has the form of Meta’s examples', () => {
  expect(toComponents(NUMBERED, null)).toEqual([
    { type: 'HEADER', format: 'TEXT', text: 'Our {{1}} is on!', example: { header_text: ['Summer Sale'] } },
    {
      type: 'BODY',
      text: 'Use {{2}} until {{1}}, says {{2}} too.',
      example: { body_text: [['August', '25OFF']] },
    },
    { type: 'FOOTER', text: 'Manage your subscriptions' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Stop' },
        { type: 'URL', text: 'Shop', url: 'https://x.example/{{1}}', example: ['https://x.example/a'] },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+15550051310' },
        { type: 'COPY_CODE', example: '250FF' },
      ],
    },
  ]);
  expect(parameterFormat(NUMBERED)).toBe('POSITIONAL');
});

test('named placeholders have their names', () => {
  const named: TemplateContent = {
    header: { type: 'text', text: 'Starts {{sale_date}}!', example: 'December 1st' },
    body: { text: 'Thank you, {{first_name}}!!', examples: { first_name: 'Pablo' } },
  };
  expect(toComponents(named, null)).toEqual([
    {
      type: 'HEADER',
      format: 'TEXT',
      text: 'Starts {{sale_date}}!',
      example: { header_text_named_params: [{ param_name: 'sale_date', example: 'December 1st' }] },
    },
    {
      type: 'BODY',
      text: 'Thank you, {{first_name}}!!',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Pablo' }] },
    },
  ]);
  expect(parameterFormat(named)).toBe('NAMED');
});

test.each([
  [
    { type: 'image' as const, mediaUrl: 'https://x' },
    '4::aW',
    { format: 'IMAGE', example: { header_handle: ['4::aW'] } },
  ],
  [{ type: 'location' as const }, null, { format: 'LOCATION' }],
])('a header %j becomes its component', (header, handle, component) => {
  expect(toComponents({ header, body: { text: 'Hi' } }, handle)[0]).toEqual({ type: 'HEADER', ...component });
});

test('an authentication template has no text', () => {
  const content: TemplateContent = {
    buttons: [{ type: 'copy_code', title: 'Copy' }],
    addSecurityRecommendation: true,
    codeExpirationMinutes: 5,
  };
  expect(toComponents(content, null)).toEqual([
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 5 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
  ]);
});

const components = toComponents(NUMBERED, null);
// As Meta lists them: in another order, with its own title of a code, and digits alone.
const listed = components
  .map((component) => structuredClone(component))
  .toReversed()
  .map((component) =>
    component.type === 'BUTTONS'
      ? {
          ...component,
          buttons: (component.buttons as Record<string, unknown>[]).map((button) => ({
            ...button,
            ...(button.type === 'COPY_CODE' ? { text: 'Copy offer code', example: ['250FF'] } : {}),
            ...(button.type === 'PHONE_NUMBER' ? { phone_number: '15550051310' } : {}),
          })),
        }
      : component,
  );

test('a template has the same content as Meta’s listing of it', () => {
  expect(hasSameContent(components, listed, { withExamples: true })).toBe(true);
});

test.each<[string, TemplateContent, boolean]>([
  [
    'another text',
    { ...NUMBERED, body: { text: 'Use {{1}} and {{2}} now', examples: { 1: 'August', 2: '25OFF' } } },
    false,
  ],
  ['another button', { ...NUMBERED, buttons: NUMBERED.buttons?.slice(1) }, false],
  ['no footer', { ...NUMBERED, footer: undefined }, false],
  ['another header', { ...NUMBERED, header: { type: 'location' } }, false],
  [
    'other examples alone',
    { ...NUMBERED, body: { text: NUMBERED.body?.text ?? '', examples: { 1: 'July', 2: '25OFF' } } },
    true,
  ],
])('%s is different content; examples are compared only with withExamples', (_, content, isSame) => {
  const given = toComponents(content, null);
  expect(hasSameContent(given, listed, { withExamples: false })).toBe(isSame);
  expect(hasSameContent(given, listed, { withExamples: true })).toBe(false);
});

test('the sample of a file is not compared: Meta lists it under another address', () => {
  const content: TemplateContent = { header: { type: 'image', uploadId: 'upl_1' }, body: { text: 'Hi' } };
  const atMeta = [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://scontent.whatsapp.net/x'] } },
    { type: 'BODY', text: 'Hi' },
  ];
  expect(hasSameContent(toComponents(content, '4::aW'), atMeta, { withExamples: true })).toBe(true);
});
