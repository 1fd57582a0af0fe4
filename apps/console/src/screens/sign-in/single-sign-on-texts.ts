import { defineTexts } from '../../i18n/define-texts.ts';

export const singleSignOnTexts = defineTexts({
  en: {
    title: 'Single sign-on',
    workspace: 'Workspace',
    workspace_hint: 'The name of your workspace in addresses, such as noor-bakery. An owner knows it.',
    go: 'Continue to your sign-in page',
    entering: 'Signing you in …',
    cancelled: 'The sign-in page of your workspace did not sign you in.',
    incomplete: 'This address is incomplete. Begin again.',
    former_redirect_url:
      'This address is no longer used for signing in. Ask an owner to replace it at the provider with the redirect URL of the settings.',
    again: 'Back to sign-in',
    unknown_link: 'This sign-in was used, has expired, or began in another browser. Begin again.',
    unknown_single_sign_on: 'This workspace has no single sign-on. Check its name, or sign in with your password.',
    single_sign_on_failed: 'The sign-in page of your workspace does not work right now. Try again, or tell an owner.',
    single_sign_on_refused:
      'Your account there does not belong to a member of this workspace. Ask an owner to invite you.',
  },
  ar: {
    title: 'الدخول الموحّد',
    workspace: 'مساحة العمل',
    workspace_hint: 'اسم مساحة عملك في العناوين، مثل noor-bakery. يعرفه المالك.',
    go: 'تابع إلى صفحة الدخول',
    entering: 'يجري تسجيل دخولك …',
    cancelled: 'لم تسجّل صفحة الدخول في مساحة عملك دخولك.',
    incomplete: 'هذا العنوان غير كامل. ابدأ من جديد.',
    former_redirect_url:
      'لم يعد هذا العنوان يُستخدم للدخول. اطلب من المالك أن يستبدل به لدى الموفّر عنوان الإرجاع المذكور في الإعدادات.',
    again: 'العودة إلى تسجيل الدخول',
    unknown_link: 'استُخدم هذا الدخول أو انتهى أو بدأ في متصفح آخر. ابدأ من جديد.',
    unknown_single_sign_on: 'ليس لمساحة العمل هذه دخول موحّد. تحقق من اسمها أو ادخل بكلمة المرور.',
    single_sign_on_failed: 'صفحة الدخول في مساحة عملك لا تعمل الآن. حاول من جديد أو أخبر المالك.',
    single_sign_on_refused: 'حسابك هناك ليس لعضو في مساحة العمل هذه. اطلب دعوة من المالك.',
  },
});
