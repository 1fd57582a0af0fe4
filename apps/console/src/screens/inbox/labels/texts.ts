import { defineTexts } from '../../../i18n/define-texts.ts';

/** Loaded when a label is shown or picked. */
export const labelTexts = defineTexts({
  en: {
    labels: 'Labels',
    label: 'Label',
    title: 'Labels of {name}',
    find: 'Find a label',
    no_match: 'No matching label',
    none: 'No labels yet',
    none_lead: 'Owners create labels on the Labels screen.',
    manage: 'Manage labels',
    more: { one: 'and {count} more label', other: 'and {count} more labels' },
    any: 'Any label',
    deleted: 'Deleted label',
    add: 'Add label',
    remove: 'Remove label',
  },
  ar: {
    labels: 'الوسوم',
    label: 'الوسم',
    title: 'وسوم {name}',
    find: 'ابحث عن وسم',
    no_match: 'لا وسم مطابق',
    none: 'لا وسوم بعد',
    none_lead: 'ينشئ المالكون الوسوم في شاشة «الوسوم».',
    manage: 'إدارة الوسوم',
    more: {
      zero: 'ولا وسم آخر',
      one: 'ووسم آخر',
      two: 'ووسمان آخران',
      few: 'و{count} وسوم أخرى',
      many: 'و{count} وسمًا آخر',
      other: 'و{count} وسم آخر',
    },
    any: 'أي وسم',
    deleted: 'وسم محذوف',
    add: 'إضافة وسم',
    remove: 'إزالة وسم',
  },
});
