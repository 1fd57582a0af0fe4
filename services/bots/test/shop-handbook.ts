import { makeSeededRandom } from '@parley/testing/seeded-random';

/** Topics that customers ask about, in both languages, under the headings of a real shop's handbook. */
export const ANSWERS = {
  hours: {
    en: [
      'Opening hours',
      'We open at 9 in the morning and close at 9 in the evening, Saturday to Thursday. On Fridays the shop opens at 2 pm.',
    ],
    ar: ['أوقات الدوام', 'نفتح من التاسعة صباحاً حتى التاسعة مساءً من السبت إلى الخميس، ويوم الجمعة من الثانية ظهراً.'],
  },
  delivery: {
    en: ['Delivery', 'Delivery within Kuwait costs 1.500 KD and takes one to two days. Above 20 KD it is free.'],
    ar: ['التوصيل', 'رسوم التوصيل داخل الكويت دينار ونصف، ويصل الطلب خلال يومين. التوصيل مجاني فوق ٢٠ ديناراً.'],
  },
  returns: {
    en: [
      'Returns and refunds',
      'You may return what you bought within 14 days with the receipt. The refund goes to the card that paid.',
    ],
    ar: ['الإرجاع والاستبدال', 'يمكنكم إرجاع المشتريات خلال ١٤ يوماً مع الفاتورة، ويعاد المبلغ إلى البطاقة نفسها.'],
  },
  payment: {
    en: [
      'Ways to pay',
      'We accept KNET, Visa, Mastercard and Apple Pay. Cash payment is possible when the courier comes.',
    ],
    ar: ['طرق الدفع', 'نقبل كي نت وفيزا وماستركارد وآبل باي، ويمكن الدفع نقداً عند الاستلام.'],
  },
  parking: {
    en: [
      'How to find us',
      'The branch is in Salem Al Mubarak Street in Salmiya. Free parking for customers is behind the building.',
    ],
    ar: ['موقع الفرع', 'الفرع في شارع سالم المبارك في السالمية، ومواقف السيارات مجانية خلف المبنى.'],
  },
} as const;

export type Answer = keyof typeof ANSWERS;
export type Language = 'en' | 'ar';

// Each contains words of the questions in another sense.
const ENGLISH = [
  'The {a} {p} has a battery that lasts {n} hours and comes with a bag of the shop.',
  'A {a} {p} with an open back, made in {n} colours. Ask the people in the shop for your size.',
  'For a walk in the park: the {a} {p} weighs {n} grams.',
  'This {a} {p} costs {n} KD. The price of the shop includes a gift card.',
  'Wash the {a} {p} at {n} degrees. Do not dry it for many hours in the sun.',
  'Our {a} {p} won the prize of the year. The shop has sold {n} of them since it was opened.',
  'The {a} {p} opens with one hand and closes by itself after {n} seconds.',
  'How do I use the {a} {p}? Fill it with water up to the mark and wait for {n} minutes.',
  'Customers love the {a} {p}: {n} of them came to the shop again to buy one more.',
] as const;
const ARABIC = [
  '{p} {a} تعمل بطاريته {n} ساعات ويأتي مع حقيبة من المحل.',
  'يتوفر {p} {a} في المحل بعدد {n} من الألوان، ويمكن طلبه عبر الموقع.',
  'سعر {p} {a} {n} ديناراً، والسعر يشمل بطاقة هدية من المحل.',
  'يغسل {p} {a} على حرارة {n} درجة ولا يترك في الشمس ساعات طويلة.',
  'كيف أستخدم {p} {a}؟ املأه بالماء وانتظر {n} دقيقة.',
  'باع المحل {n} قطعة من {p} {a} منذ يوم الافتتاح.',
  'وزن {p} {a} {n} غراماً، وهو مناسب للسفر في السيارة.',
] as const;
const THINGS = {
  en: [
    'kettle',
    'dress',
    'lamp',
    'speaker',
    'watch',
    'jacket',
    'perfume',
    'blender',
    'camera',
    'carpet',
    'toaster',
    'tent',
    'cup',
    'chair',
  ],
  ar: [
    'فستان',
    'مصباح',
    'سماعة',
    'ساعة يد',
    'معطف',
    'عطر',
    'خلاط',
    'كاميرا',
    'سجاد',
    'محمصة',
    'خيمة',
    'كوب',
    'كرسي',
    'غلاية',
  ],
} as const;
const KINDS = {
  en: ['blue', 'small', 'golden', 'Italian', 'light', 'classic', 'new', 'silver', 'heavy', 'soft'],
  ar: ['أزرق', 'صغير', 'ذهبي', 'إيطالي', 'خفيف', 'كلاسيكي', 'جديد', 'فضي', 'ثقيل', 'ناعم'],
} as const;

/** A handbook in Markdown with this many sections: the answers, scattered among product descriptions. */
export function writeHandbook(sections: number, seed: number): string {
  const random = makeSeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[random.below(from.length)];
    if (picked === undefined) throw new Error('unreachable: the lists are not empty');
    return picked;
  };
  const written: string[] = [];
  const answers = Object.values(ANSWERS).flatMap(({ en, ar }) => [en, ar]);
  while (written.length < sections - answers.length) {
    const language = random.next() < 0.5 ? 'en' : 'ar';
    const [thing, kind] = [pick(THINGS[language]), pick(KINDS[language])];
    const text = Array.from({ length: 3 }, () => pick(language === 'en' ? ENGLISH : ARABIC)).join(' ');
    const filled = text
      .replaceAll('{p}', thing)
      .replaceAll('{a}', kind)
      .replace(/\{n\}/g, () => String(2 + random.below(500)));
    written.push(`# ${thing} ${kind} ${written.length}\n${filled}`);
  }
  for (const [title, text] of answers) written.splice(random.below(written.length), 0, `# ${title}\n${text}`);
  return written.join('\n\n');
}
