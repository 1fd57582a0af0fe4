import { LabelTitle } from '@parley/common/contracts/operator/label-fields';
import { expect, test } from 'vitest';
import { checkTitle, type Label } from './label.rules.ts';

const VIP: Label = { labelId: 'lbl_0000000001', title: 'VIP', color: 'red' };

test.each(['VIP', 'vip', ' Vip ', 'ＶＩＰ'])('%j is the title of another label', (title) => {
  expect(() => checkTitle([VIP], title, null)).toThrow(expect.objectContaining({ code: 'label_exists' }));
});

test('a label may keep its title, and an unused title is accepted', () => {
  expect(() => checkTitle([VIP], 'vip', VIP.labelId)).not.toThrow();
  expect(() => checkTitle([VIP], 'VIPs', null)).not.toThrow();
});

test.each([
  ['too long', 'x'.repeat(41)],
  ['10 kB', 'x'.repeat(10_000)],
  ['empty', ''],
  ['blank', '   '],
  ['invisible', '\u200b\u202e'],
  ['with a line break', 'a\nb'],
  ['with half a character', '\ud800'],
])('refuses a title that is %s', (_title, title) => {
  expect(LabelTitle.safeParse(title).success).toBe(false);
});

test.each(['<img src=x onerror=alert(1)>', '\u202egnp.exe', 'عاجل', '🔥'])('takes %j as a title', (title) => {
  expect(LabelTitle.parse(title)).toBe(title);
});
