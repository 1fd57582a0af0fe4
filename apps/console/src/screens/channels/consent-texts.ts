import { defineTexts } from '../../i18n/define-texts.ts';

export const consentTexts = defineTexts({
  en: {
    title: 'Opt-out words',
    lead: 'If a whole message is one of the opt-out words, its sender gets no more marketing templates until they send an opt-in word.',
    stop_words: 'Words that opt out',
    start_words: 'Words that opt in again',
    hint: 'One word or phrase per line: at most {words}, each of at most {characters} characters. Case is ignored.',
    use_defaults: 'Use the default words',
  },
  ar: {
    title: 'كلمات إلغاء الاشتراك',
    lead: 'من كانت رسالته كلها إحدى هذه الكلمات لا تصله القوالب التسويقية، حتى يكتب كلمة من القائمة الثانية.',
    stop_words: 'كلمات إلغاء الاشتراك',
    start_words: 'كلمات إعادة الاشتراك',
    hint: 'كلمة أو عبارة في كل سطر: {words} على الأكثر، وكل منها {characters} حرفًا على الأكثر. لا فرق بين الأحرف الكبيرة والصغيرة.',
    use_defaults: 'استخدام الكلمات الافتراضية',
  },
});
