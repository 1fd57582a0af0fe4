import { defineTexts } from '../../../i18n/define-texts.ts';

/** The list of canned replies above the composer. */
export const cannedTexts = defineTexts({
  en: {
    replies: 'Canned replies',
    none: 'No canned reply matches.',
    found: { one: '{count} canned reply', other: '{count} canned replies' },
  },
  ar: {
    replies: 'الردود الجاهزة',
    none: 'لا يوجد رد جاهز مطابق.',
    found: {
      zero: 'لا ردود جاهزة',
      one: 'رد جاهز واحد',
      two: 'ردّان جاهزان',
      few: '{count} ردود جاهزة',
      many: '{count} ردًا جاهزًا',
      other: '{count} رد جاهز',
    },
  },
});
