import { defineTexts } from '../../i18n/define-texts.ts';

/** Loaded with the panel of a person, and with their comments. */
export const personTexts = defineTexts({
  en: {
    person: 'Person',
    addresses: 'Addresses',
    same_person: 'Every conversation of this person',
    comments_of: 'Comments of {name}',
  },
  ar: {
    person: 'الشخص',
    addresses: 'العناوين',
    same_person: 'كل محادثات هذا الشخص',
    comments_of: 'تعليقات {name}',
  },
});
