import { brokenRules } from '@parley/common/wa-template/template-rules';
import { expect, test } from 'vitest';
import { contentOf, type Editing, editingOf, isEditable, NEW_BUTTON, NEW_TEMPLATE, type Template } from './editing.ts';

const EDITED: Editing = {
  ...NEW_TEMPLATE,
  name: 'order_ready',
  header: 'text',
  headerText: 'Order {{1}}',
  headerExample: '#7',
  body: 'Hi {{1}}, {{2}} is ready.',
  examples: { 1: 'Ann', 2: 'it', 3: 'gone' },
  footer: 'Shop',
  buttons: [
    { ...NEW_BUTTON, title: 'Thanks', url: 'https://left.over' },
    { ...NEW_BUTTON, type: 'url', title: 'Track', url: 'https://x.example/{{1}}', example: 'https://x.example/7' },
    { ...NEW_BUTTON, type: 'phone_number', title: 'Call', phone: '+15550051310' },
    { ...NEW_BUTTON, type: 'copy_code', title: 'left over', example: 'A1' },
  ],
};

test('sends only the fields of the chosen types', () => {
  expect(contentOf(EDITED)).toEqual({
    category: 'UTILITY',
    header: { type: 'text', text: 'Order {{1}}', example: '#7' },
    body: { text: 'Hi {{1}}, {{2}} is ready.', examples: { 1: 'Ann', 2: 'it' } },
    footer: 'Shop',
    buttons: [
      { type: 'quick_reply', title: 'Thanks' },
      { type: 'url', title: 'Track', url: 'https://x.example/{{1}}', example: 'https://x.example/7' },
      { type: 'phone_number', title: 'Call', phone_number: '+15550051310' },
      { type: 'copy_code', example: 'A1' },
    ],
  });
  expect(brokenRules(contentOf(EDITED))).toEqual([]);
});

test('sends no text of an authentication template', () => {
  expect(contentOf({ ...EDITED, category: 'AUTHENTICATION', minutes: '5' })).toEqual({
    category: 'AUTHENTICATION',
    buttons: [{ type: 'copy_code' }],
    add_security_recommendation: true,
    code_expiration_minutes: 5,
  });
});

test('an empty template breaks one rule: the body is missing', () => {
  expect(brokenRules(contentOf(NEW_TEMPLATE)).map(({ code }) => code)).toEqual(['body_missing']);
});

const listed = (components: Template['components']): Template => ({
  name: 'order_ready',
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  body: '',
  variables: 0,
  id: '1',
  quality: null,
  rejected_reason: null,
  components,
});

test.each<[string, Template['components']]>([
  [
    'numbers',
    [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['#7'] } },
      { type: 'BODY', text: 'Hi {{2}}, {{1}} is ready.', example: { body_text: [['it', 'Ann']] } },
    ],
  ],
  [
    'names',
    [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Order {{no}}',
        example: { header_text_named_params: [{ param_name: 'no', example: '#7' }] },
      },
      {
        type: 'BODY',
        text: 'Hi {{who}}, bye.',
        example: { body_text_named_params: [{ param_name: 'who', example: 'Ann' }] },
      },
    ],
  ],
])('a listed template with %s is edited with its examples', (_, components) => {
  const editing = editingOf(listed(components));
  expect(brokenRules(contentOf(editing))).toEqual([]);
  expect(editing).toMatchObject({ headerExample: '#7', header: 'text' });
  expect(Object.values(editing.examples)).toContain('Ann');
});

test.each<[string, Template['components'], boolean]>([
  ['APPROVED', [], true],
  ['REJECTED', [], true],
  ['PENDING', [], false],
  ['APPROVED', null, false],
  ['APPROVED', [{ type: 'CAROUSEL' }], false],
  ['APPROVED', [{ type: 'BUTTONS', buttons: [{ type: 'FLOW' }] }], false],
])('a template that is %s with components %j is editable: %s', (status, components, editable) => {
  expect(isEditable({ ...listed(components), status })).toBe(editable);
});
