import { defineTexts } from '../../../../i18n/define-texts.ts';

export const emojiTexts = defineTexts({
  en: {
    emoji: 'Emoji',
    search: 'Search emoji',
    none: 'No emoji has this name.',
    group_0: 'Smileys',
    group_1: 'People',
    group_2: 'Animals and nature',
    group_3: 'Food and drink',
    group_4: 'Travel',
    group_5: 'Activities',
    group_6: 'Objects',
    group_7: 'Symbols',
    group_8: 'Flags',
  },
  ar: {
    emoji: 'رموز تعبيرية',
    search: 'البحث في الرموز التعبيرية',
    none: 'لا يوجد رمز بهذا الاسم.',
    group_0: 'الوجوه',
    group_1: 'الأشخاص',
    group_2: 'الحيوانات والطبيعة',
    group_3: 'الطعام والشراب',
    group_4: 'السفر',
    group_5: 'الأنشطة',
    group_6: 'الأشياء',
    group_7: 'العلامات',
    group_8: 'الأعلام',
  },
});
