import { defineTexts } from '../../../i18n/define-texts.ts';

export const attachTexts = defineTexts({
  en: {
    attach: 'Attach a file',
    attached: 'Attached file',
    uploading: 'Uploading {name}',
    remove: 'Remove {name}',
    refused_type: 'This kind of file cannot be sent here. Allowed: {taken}.',
    refused_size: 'The file is too large. Allowed here: {taken}.',
    too_large: 'The file is larger than this deployment allows.',
    upload_limit_reached: 'The workspace has reached its upload limit for now.',
  },
  ar: {
    attach: 'أرفق ملفًا',
    attached: 'الملف المرفق',
    uploading: 'جارٍ رفع {name}',
    remove: 'أزل {name}',
    refused_type: 'لا يمكن إرسال هذا النوع من الملفات هنا. ما يمكن إرساله: {taken}.',
    refused_size: 'الملف كبير جدًا. ما يمكن إرساله هنا: {taken}.',
    too_large: 'الملف أكبر مما تسمح به هذه المنصة.',
    upload_limit_reached: 'رفعت مساحة العمل أقصى ما يُسمح به حاليًا.',
  },
});
