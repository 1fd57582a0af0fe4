import { expect, test } from 'vitest';
import { addArabicForms } from '../src/add-arabic-forms.ts';

test.each([
  ['الرسالة', 'رسالة'],
  ['رسالتك', 'رسالة'],
  ['بالعربية', 'عربية'],
  ['للمستأجر', 'مستأجر'],
  ['والأحداث', 'أحداث'],
  ['الأحداث', 'الاحداث'],
  ['موقَّعةً', 'موقعه'],
])('a section with %s is also found by %s', (word, typed) => {
  const [, added = ''] = addArabicForms(`<h2 id="x">A</h2><p>${word}</p>\n`).split('</p>\n');
  expect(added.replace('<p>', '').split(' ')).toContain(typed);
});

test('adds to each section only the words of that section, and nothing to a page without Arabic', () => {
  expect(addArabicForms('<h1>A</h1><p>ورد</p><h2 title="زهر">B</h2>')).toMatch(
    /^<h1>A<\/h1>.*ورد.*<h2 title="زهر">B<\/h2>$/s,
  );
  expect(addArabicForms('<h1>A</h1><p>b</p>')).toBe('<h1>A</h1><p>b</p>');
});
