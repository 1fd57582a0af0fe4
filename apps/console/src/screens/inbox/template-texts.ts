import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with the form of templates. */
export const templateTexts = defineTexts({
  en: {
    template_choose: 'Template',
    template_variable: 'Value {number}',
    template_preview: 'Preview',
    template_send: 'Send the template',
    template_none: 'This number has no approved template.',
  },
  ar: {
    template_choose: 'القالب',
    template_variable: 'القيمة {number}',
    template_preview: 'معاينة',
    template_send: 'أرسل القالب',
    template_none: 'لا قوالب معتمدة لهذا الرقم.',
  },
});
