import { describe, expect, test } from 'vitest';
import { brokenRules, type TemplateDraft } from './template-rules.ts';

const VALID: TemplateDraft = {
  category: 'UTILITY',
  header: { type: 'text', text: 'Order {{1}}', example: '#7' },
  body: { text: 'Hi {{1}}, order {{2}} is ready.', examples: { 1: 'Ann', 2: '#7' } },
  footer: 'Parley shop',
  buttons: [
    { type: 'quick_reply', title: 'Thanks' },
    { type: 'url', title: 'Track', url: 'https://shop.example/{{1}}', example: 'https://shop.example/7' },
  ],
};
const codesOf = (given: Partial<TemplateDraft>) => brokenRules({ ...VALID, ...given }).map(({ code }) => code);
const body = (text: string, examples: Record<string, string> = {}) => ({
  header: undefined,
  body: { text, examples },
});

test.each<[string, Partial<TemplateDraft>]>([
  ['numbered placeholders', {}],
  [
    'named placeholders',
    {
      header: { type: 'text', text: 'Order {{order}}', example: '#7' },
      body: { text: 'Hi {{first_name}}, bye.', examples: { first_name: 'Ann' } },
    },
  ],
  ['a file', { header: { type: 'image', media_url: 'https://x.example/a.png' } }],
  ['an uploaded file', { header: { type: 'document', upload_id: 'upl_1' } }],
  ['a location', { header: { type: 'location' } }],
  ['a body alone', { header: undefined, body: { text: 'Hello' }, footer: undefined, buttons: undefined }],
  [
    'a code to copy',
    {
      category: 'AUTHENTICATION',
      header: undefined,
      body: undefined,
      footer: undefined,
      buttons: [{ type: 'copy_code' }],
      code_expiration_minutes: 5,
      add_security_recommendation: true,
    },
  ],
])('a template with %s breaks no rule', (_, given) => {
  expect(codesOf(given)).toEqual([]);
});

describe('Meta refuses', () => {
  test.each<[string, string, Partial<TemplateDraft>]>([
    ['no body', 'body_missing', { header: undefined, body: undefined }],
    ['a body that begins with a placeholder', 'body_edge', body('{{1}} hello there', { 1: 'a' })],
    ['a body that ends with one', 'body_edge', body('Hello {{1}}', { 1: 'a' })],
    ['a body that ends with one and punctuation', 'body_edge', body('Hello {{1}}! ', { 1: 'a' })],
    ['two placeholders without text between', 'body_adjacent', body('Hi {{1}} {{2}} bye', { 1: 'a', 2: 'b' })],
    ['numbers with a gap', 'body_numbers', body('Hi {{1}} and {{3}} bye', { 1: 'a', 3: 'b' })],
    ['numbers that do not begin at 1', 'body_numbers', body('Hi {{2}} bye', { 2: 'a' })],
    ['an open brace', 'body_variable', body('Hi {{1} bye')],
    ['a name in capitals', 'body_variable', body('Hi {{Name}} bye', { Name: 'a' })],
    ['names and numbers', 'variables_mixed', body('Hi {{1}}, {{name}} bye', { 1: 'a', name: 'b' })],
    [
      'names and numbers across header and body',
      'variables_mixed',
      { body: { text: 'Hi {{name}} bye', examples: { name: 'a' } } },
    ],
    ['a placeholder without an example', 'body_examples', body('Hi {{1}} bye')],
    ['an example without a placeholder', 'body_examples', body('Hi', { 1: 'a' })],
    ['an example of another name', 'body_examples', body('Hi {{1}} bye', { 2: 'a' })],
    ['a header without its text', 'header_text_missing', { header: { type: 'text' } }],
    [
      'two placeholders in a header',
      'header_variables',
      { header: { type: 'text', text: '{{1}} x {{2}}', example: 'a' } },
    ],
    ['a header without its example', 'header_example', { header: { type: 'text', text: 'Hi {{1}}' } }],
    ['an example of a plain header', 'header_example', { header: { type: 'text', text: 'Hi', example: 'a' } }],
    ['a file without a sample', 'header_sample', { header: { type: 'video' } }],
    ['two samples', 'header_sample', { header: { type: 'video', media_url: 'https://x', upload_id: 'upl_1' } }],
    ['a text with a file', 'header_content', { header: { type: 'image', media_url: 'https://x', text: 'Hi' } }],
    ['a file with a location', 'header_content', { header: { type: 'location', media_url: 'https://x' } }],
    ['a placeholder in the footer', 'footer_variable', { footer: 'Bye {{1}}' }],
    [
      'alternating buttons',
      'buttons_mixed',
      {
        buttons: [
          { type: 'quick_reply', title: 'a' },
          { type: 'url', title: 'b', url: 'https://x' },
          { type: 'quick_reply', title: 'c' },
        ],
      },
    ],
    [
      'three addresses',
      'buttons_urls',
      { buttons: ['a', 'b', 'c'].map((title) => ({ type: 'url', title, url: 'https://x' })) },
    ],
    [
      'two numbers',
      'buttons_phones',
      { buttons: ['1', '2'].map((n) => ({ type: 'phone_number', title: n, phone_number: '+4915112345678' })) },
    ],
    ['two codes', 'buttons_codes', { buttons: ['A', 'B'].map((example) => ({ type: 'copy_code', example })) }],
    ['a title with a placeholder', 'button_title', { buttons: [{ type: 'quick_reply', title: 'Hi {{1}}' }] }],
    ['a title of a code', 'button_title', { buttons: [{ type: 'copy_code', title: 'Copy', example: 'A' }] }],
    ['a code without an example', 'button_code', { buttons: [{ type: 'copy_code' }] }],
    [
      'a placeholder inside an address',
      'button_url',
      { buttons: [{ type: 'url', title: 'a', url: 'https://x/{{1}}/y', example: 'z' }] },
    ],
    [
      'a named placeholder in an address',
      'button_url',
      { buttons: [{ type: 'url', title: 'a', url: 'https://x/{{id}}', example: 'z' }] },
    ],
    [
      'an address without its example',
      'button_url_example',
      { buttons: [{ type: 'url', title: 'a', url: 'https://x/{{1}}' }] },
    ],
    [
      'an example of a fixed address',
      'button_url_example',
      { buttons: [{ type: 'url', title: 'a', url: 'https://x', example: 'z' }] },
    ],
    ['own text in AUTHENTICATION', 'authentication_content', { category: 'AUTHENTICATION' }],
    ['an expiry elsewhere', 'authentication_only', { code_expiration_minutes: 5 }],
  ])('%s: %s', (_, code, given) => {
    expect(codesOf(given)).toContain(code);
  });
});

test('a body with ten thousand braces is judged at once', () => {
  expect(codesOf(body('{{ '.repeat(10_000)))).toContain('body_variable');
});
