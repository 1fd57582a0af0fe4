import type { Channel } from '@parley/common/channels';
import { defineTexts } from './define-texts.ts';

const names: Readonly<Record<Channel, string>> = {
  wd: 'WhatsApp (linked device)',
  wa: 'WhatsApp Cloud API',
  tg: 'Telegram',
  fb: 'Messenger',
  ig: 'Instagram',
  tt: 'TikTok',
};

/** The names of the channels; the compiler requires each. */
export const channelTexts = defineTexts({
  en: names,
  ar: {
    wd: 'واتساب (جهاز مرتبط)',
    wa: 'واتساب Cloud API',
    tg: 'تيليجرام',
    fb: 'ماسنجر',
    ig: 'إنستغرام',
    tt: 'تيك توك',
  },
});
