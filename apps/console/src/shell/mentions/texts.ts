import { defineTexts } from '../../i18n/define-texts.ts';

/** The bell with the notes that mention the reader. */
export const mentionsTexts = defineTexts({
  en: {
    mentions: 'Mentions',
    unread: { one: '{count} unread mention', other: '{count} unread mentions' },
    none: 'No note mentions you yet.',
    read_all: 'Mark all as read',
    by: '{author} about {name}',
    operator: 'Operator',
    new: 'New',
  },
  ar: {
    mentions: 'الإشارات إليك',
    unread: {
      zero: 'لا إشارات غير مقروءة',
      one: 'إشارة واحدة غير مقروءة',
      two: 'إشارتان غير مقروءتين',
      few: '{count} إشارات غير مقروءة',
      many: '{count} إشارة غير مقروءة',
      other: '{count} إشارة غير مقروءة',
    },
    none: 'لم تُشر إليك أي ملاحظة بعد.',
    read_all: 'وضع علامة مقروء على الكل',
    by: '{author} عن {name}',
    operator: 'المشغّل',
    new: 'جديد',
  },
});
