const inEnglish = (text: string): string => `${text} (بالإنجليزية)`;

/** The frame of pages below `ar/`: language, direction, menu and the words of the theme. */
export const ARABIC_LOCALE = {
  label: 'العربية',
  lang: 'ar',
  dir: 'rtl',
  link: '/ar/',
  description: 'واجهة HTTP واحدة لواتساب وتيليغرام وماسنجر وإنستغرام وتيك توك، تستضيفها بنفسك',
  themeConfig: {
    nav: [
      { text: 'البداية', link: '/ar/' },
      { text: 'المرجع', link: '/reference/' },
      { text: 'واجهة API', link: '/api', target: '_self' },
      { text: 'المحتويات', link: '/contents' },
    ],
    sidebar: [
      { text: 'جرّبه', items: [{ text: 'ابدأ هنا', link: '/ar/' }] },
      {
        text: inEnglish('تعلّم'),
        items: [
          { text: 'رسالتك الأولى خطوة بخطوة', link: '/tutorials/first-message' },
          { text: 'طلب شراء بالأزرار', link: '/tutorials/order-by-buttons' },
          { text: 'الرد على التعليقات', link: '/tutorials/answer-comments' },
          { text: 'بوت بمفتاحك', link: '/tutorials/bot-on-your-key' },
        ],
      },
      {
        text: inEnglish('المرجع'),
        items: [
          { text: 'الطلبات', link: '/reference/requests' },
          { text: 'الإرسال', link: '/reference/sends' },
          { text: 'الأحداث', link: '/reference/events' },
          { text: 'رموز الأخطاء', link: '/errors/' },
          { text: 'لوحة التحكم', link: '/reference/console' },
        ],
      },
      {
        text: inEnglish('التشغيل'),
        items: [
          { text: 'التثبيت', link: '/operations/install' },
          { text: 'النسخ الاحتياطي', link: '/operations/backups' },
          { text: 'الترقية', link: '/operations/upgrading' },
        ],
      },
    ],
    outline: { level: [2, 3], label: 'في هذه الصفحة' },
    docFooter: { prev: 'السابق', next: 'التالي' },
    langMenuLabel: 'تغيير اللغة',
    sidebarMenuLabel: 'القائمة',
    returnToTopLabel: 'إلى الأعلى',
    skipToContentLabel: 'إلى المحتوى',
    darkModeSwitchLabel: 'المظهر',
    lightModeSwitchTitle: 'المظهر الفاتح',
    darkModeSwitchTitle: 'المظهر الداكن',
  },
};

/** The words of the search on Arabic pages. */
export const ARABIC_SEARCH = {
  translations: {
    button: { buttonText: 'بحث', buttonAriaLabel: 'بحث' },
    modal: {
      displayDetails: 'عرض التفاصيل',
      resetButtonTitle: 'مسح البحث',
      backButtonTitle: 'إغلاق البحث',
      noResultsText: 'لا توجد نتائج لـ',
      footer: {
        selectText: 'للاختيار',
        selectKeyAriaLabel: 'إدخال',
        navigateText: 'للتنقل',
        navigateUpKeyAriaLabel: 'سهم إلى الأعلى',
        navigateDownKeyAriaLabel: 'سهم إلى الأسفل',
        closeText: 'للإغلاق',
        closeKeyAriaLabel: 'خروج',
      },
    },
  },
};
