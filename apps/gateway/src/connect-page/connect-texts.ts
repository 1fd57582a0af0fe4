import type { ConnectPage } from '@parley/common/contracts/internal/connect-link';
import type { Language } from '../pair-page/choose-language.ts';

type ByChannel = Readonly<Record<ConnectPage['channel'], string>>;

interface ConnectTexts {
  title: ByChannel;
  language: string;
  asks: string;
  channel: string;
  accountKind: ByChannel;
  returns: string;
  meaning: string;
  continue: ByChannel;
  notice: string;
  needsCookie: string;
}

const en: ConnectTexts = {
  title: { fb: 'Connect Facebook', ig: 'Connect Instagram', tt: 'Connect TikTok' },
  language: 'Language',
  asks: 'Who asks',
  channel: 'What is connected',
  accountKind: {
    fb: 'Your Facebook Pages and the Instagram accounts linked to them',
    ig: 'Your Instagram accounts and the Facebook Pages linked to them',
    tt: 'Your TikTok account',
  },
  returns: 'Afterwards you return to',
  meaning: 'On the next page you choose what they may use. They can then read and answer its messages and comments.',
  continue: { fb: 'Continue to Facebook', ig: 'Continue to Facebook', tt: 'Continue to TikTok' },
  notice:
    'Continue only if you know who asks and want to connect your own account with them. If somebody sent you this link unexpectedly, close this page.',
  needsCookie: 'Your browser has to keep a cookie of this page. Allow cookies, then continue.',
};

const ar: ConnectTexts = {
  title: { fb: 'ربط فيسبوك', ig: 'ربط إنستغرام', tt: 'ربط تيك توك' },
  language: 'اللغة',
  asks: 'صاحب الطلب',
  channel: 'ما سيتم ربطه',
  accountKind: {
    fb: 'صفحاتك على فيسبوك وحسابات إنستغرام المرتبطة بها',
    ig: 'حساباتك على إنستغرام وصفحات فيسبوك المرتبطة بها',
    tt: 'حسابك على تيك توك',
  },
  returns: 'بعد ذلك تعود إلى',
  meaning: 'في الصفحة التالية تختار ما يُسمح باستخدامه، وبعدها يستطيع صاحب الطلب قراءة رسائله وتعليقاته والرد عليها.',
  continue: { fb: 'المتابعة إلى فيسبوك', ig: 'المتابعة إلى فيسبوك', tt: 'المتابعة إلى تيك توك' },
  notice:
    'لا تتابع إلا إذا كنت تعرف صاحب الطلب وتريد ربط حسابك به. إذا وصلك هذا الرابط من دون أن تتوقعه فأغلق هذه الصفحة.',
  needsCookie: 'يجب أن يحتفظ متصفحك بملف تعريف ارتباط لهذه الصفحة. اسمح بملفات تعريف الارتباط ثم تابع.',
};

/** Texts of the page that precedes a provider's dialog, by language. */
export const CONNECT_TEXTS: Readonly<Record<Language, ConnectTexts>> = { en, ar };
