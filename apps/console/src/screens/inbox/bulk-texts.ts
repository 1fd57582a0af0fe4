import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with the bar. */
export const bulkTexts = defineTexts({
  en: {
    select_done: 'Done',
    selected: { one: '{count} selected', other: '{count} selected' },
    select_all: 'Select everything that matches the filters',
    selected_all: 'Everything that matches the filters',
    selected_all_count: {
      one: '{count} conversation matches the filters',
      other: 'All {count} conversations that match the filters',
    },
    bulk_count: { one: '{count} conversation', other: '{count} conversations' },
    bulk_lead: 'All of them are changed. You can undo it until you leave the selection.',
    label: 'Label',
    more: 'More',
    undo: 'Undo',
    changed: { one: '{count} conversation changed', other: '{count} conversations changed' },
    left: {
      one: '{count} conversation was changed by somebody else since and stays as it is',
      other: '{count} conversations were changed by somebody else since and stay as they are',
    },
  },
  ar: {
    select_done: 'تم',
    selected: {
      zero: 'لم يُحدد شيء',
      one: 'حُددت محادثة واحدة',
      two: 'حُددت محادثتان',
      few: 'حُددت {count} محادثات',
      many: 'حُددت {count} محادثة',
      other: 'حُددت {count} محادثة',
    },
    select_all: 'حدد كل ما يطابق عوامل التصفية',
    selected_all: 'كل ما يطابق عوامل التصفية',
    selected_all_count: {
      zero: 'لا محادثة تطابق عوامل التصفية',
      one: 'محادثة واحدة تطابق عوامل التصفية',
      two: 'محادثتان تطابقان عوامل التصفية',
      few: 'كل المحادثات المطابقة لعوامل التصفية، وعددها {count}',
      many: 'كل المحادثات المطابقة لعوامل التصفية، وعددها {count}',
      other: 'كل المحادثات المطابقة لعوامل التصفية، وعددها {count}',
    },
    bulk_count: {
      zero: 'لا محادثات',
      one: 'محادثة واحدة',
      two: 'محادثتان',
      few: '{count} محادثات',
      many: '{count} محادثة',
      other: '{count} محادثة',
    },
    bulk_lead: 'تتغير كلها. يبقى التراجع ممكنًا بعد ذلك إلى أن تغادر التحديد.',
    label: 'وسم',
    more: 'المزيد',
    undo: 'تراجع',
    changed: {
      zero: 'لم تتغير أي محادثة',
      one: 'تغيرت محادثة واحدة',
      two: 'تغيرت محادثتان',
      few: 'تغيرت {count} محادثات',
      many: 'تغيرت {count} محادثة',
      other: 'تغيرت {count} محادثة',
    },
    left: {
      zero: 'لم تتغير أي محادثة منذ ذلك الحين',
      one: 'غيّر شخص آخر محادثة واحدة منذ ذلك الحين فبقيت كما هي',
      two: 'غيّر شخص آخر محادثتين منذ ذلك الحين فبقيتا كما هما',
      few: 'غيّر شخص آخر {count} محادثات منذ ذلك الحين فبقيت كما هي',
      many: 'غيّر شخص آخر {count} محادثة منذ ذلك الحين فبقيت كما هي',
      other: 'غيّر شخص آخر {count} محادثة منذ ذلك الحين فبقيت كما هي',
    },
  },
});
