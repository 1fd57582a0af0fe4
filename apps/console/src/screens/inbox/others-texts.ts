import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with the conversation. */
export const othersTexts = defineTexts({
  en: {
    is_looking: '{name} is looking',
    is_writing: '{name} is writing …',
    has_answered: '{name} has just answered',
    more_here: { one: '{count} more', other: '{count} more' },
    warn_writing: '{name} is writing an answer here. Wait, or agree on who answers.',
    warn_answered: '{name} has just answered here. Read the answer before you send yours.',
  },
  ar: {
    is_looking: '{name} هنا الآن',
    is_writing: '{name} يكتب …',
    has_answered: '{name} ردّ للتو',
    more_here: {
      zero: 'لا أحد غيرهم',
      one: 'وشخص آخر',
      two: 'وشخصان آخران',
      few: 'و{count} آخرون',
      many: 'و{count} آخرون',
      other: 'و{count} آخرون',
    },
    warn_writing: '{name} يكتب ردًا هنا. انتظر الرد أو اتفقا على من يرد.',
    warn_answered: '{name} ردّ هنا للتو. اقرأ الرد قبل أن ترسل ردك.',
  },
});
