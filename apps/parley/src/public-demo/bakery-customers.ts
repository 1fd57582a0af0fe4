/** A customer of the bakery, and what they wrote, oldest first. */
export interface Customer {
  name: string;
  channel: 'wa' | 'wd' | 'tg' | 'fb' | 'ig' | 'tt';
  /** Minutes since the last message. */
  minutesAgo: number;
  texts: readonly string[];
  /** The team's answer; without it the conversation is unread. */
  answer?: string;
  /** The assignee of the conversation. */
  assignee?: 'Priya' | 'Tom';
  isResolved?: true;
}

/** The customer whose conversation the pictures show. */
export const OLIVIA = 'Olivia Carter';
/** The one of the Arabic pictures. */
export const SARA = 'سارة الحداد';

export const CUSTOMERS: readonly Customer[] = [
  { name: 'James Okafor', channel: 'tg', minutesAgo: 4, texts: ['Do you still have sourdough today?'] },
  {
    name: 'نورة العتيبي',
    channel: 'ig',
    minutesAgo: 9,
    texts: ['مساء الخير', 'هل عندكم كعكة بدون جلوتين؟'],
    assignee: 'Priya',
  },
  { name: 'Mei Lin', channel: 'wa', minutesAgo: 13, texts: ['Perfect, I will pick it up at five.'], assignee: 'Tom' },
  {
    name: 'Sofia Rossi',
    channel: 'fb',
    minutesAgo: 18,
    texts: ['Hello! Is the shop in Salmiya open on Friday?'],
    answer: 'Yes, from 8 to 14. See you there!',
    assignee: 'Priya',
  },
  { name: 'خالد الفارس', channel: 'wa', minutesAgo: 24, texts: ['كم سعر صينية المعمول الكبيرة؟'] },
  { name: 'Lucas Meyer', channel: 'wd', minutesAgo: 31, texts: ['Can I change my order to 24 croissants?'] },
  { name: 'Chloe Martin', channel: 'tt', minutesAgo: 40, texts: ['Saw the video of the rose cake, how much is it?'] },
  {
    name: 'ليلى حسن',
    channel: 'wa',
    minutesAgo: 52,
    texts: ['أريد كعكة عيد ميلاد لعشرة أشخاص'],
    answer: 'أهلًا ليلى! بالفانيليا أم بالشوكولاتة؟',
    assignee: 'Tom',
  },
  { name: 'Hannah Schmidt', channel: 'ig', minutesAgo: 66, texts: ['The tart was wonderful, thank you ❤️'] },
  { name: 'Noah Williams', channel: 'wa', minutesAgo: 75, texts: ['What time does delivery usually arrive?'] },
  { name: 'يوسف عمر', channel: 'tg', minutesAgo: 88, texts: ['هل التوصيل متاح اليوم إلى حولي؟'] },
  { name: 'Emma Johansson', channel: 'fb', minutesAgo: 104, texts: ['I would like an invoice for order 1042.'] },
  {
    name: 'Daniel Kim',
    channel: 'wa',
    minutesAgo: 121,
    texts: ['Is the almond croissant made with nuts from the same line?'],
    answer: 'Yes: please tell us about any allergy, and we bake yours first.',
    isResolved: true,
  },
  { name: 'مريم الصباح', channel: 'wd', minutesAgo: 139, texts: ['وصلت الطلبية، شكرًا لكم'] },
  { name: 'Ethan Brooks', channel: 'tg', minutesAgo: 160, texts: ['Three baguettes for tomorrow morning please.'] },
  { name: 'Grace Adeyemi', channel: 'ig', minutesAgo: 181, texts: ['Do you make cakes without eggs?'] },
  { name: 'عبدالله سالم', channel: 'fb', minutesAgo: 205, texts: ['هل يمكن الحجز لست أشخاص مساء الخميس؟'] },
  { name: 'Leo Fischer', channel: 'wa', minutesAgo: 233, texts: ['Could you send the wedding catalogue?'] },
  { name: 'Isla Murphy', channel: 'tt', minutesAgo: 260, texts: ['Where is your shop?'] },
  { name: 'هند القحطاني', channel: 'wa', minutesAgo: 288, texts: ['متى تفتحون يوم الجمعة؟'] },
  { name: 'Mateo García', channel: 'wa', minutesAgo: 330, texts: ['The cake arrived in one piece. Gracias!'] },
  { name: 'Ava Thompson', channel: 'fb', minutesAgo: 371, texts: ['Is the gift box still in stock?'] },
  { name: 'فهد المطيري', channel: 'tg', minutesAgo: 420, texts: ['أحتاج فاتورة باسم الشركة لو سمحتم'] },
  { name: 'Ravi Patel', channel: 'wd', minutesAgo: 478, texts: ['Two boxes of baklava for the office, please.'] },
  { name: 'Nina Kowalska', channel: 'ig', minutesAgo: 530, texts: ['Can I order for Sunday?'] },
  { name: 'ريم الشمري', channel: 'ig', minutesAgo: 580, texts: ['الصور جميلة جدًا 😍'] },
  { name: 'Tom Baker', channel: 'wa', minutesAgo: 640, texts: ['Any chance of a discount for fifty cupcakes?'] },
  { name: 'Julia Santos', channel: 'wa', minutesAgo: 700, texts: ['Is the oat milk option back?'] },
  { name: 'طارق زيدان', channel: 'wa', minutesAgo: 760, texts: ['هل يوجد فرع في الجهراء؟'] },
  { name: 'دانة الكندري', channel: 'fb', minutesAgo: 830, texts: ['كم يوم قبل لازم أطلب الكعكة؟'] },
  { name: 'Oscar Lindgren', channel: 'tg', minutesAgo: 900, texts: ['Please cancel order 1031, I am travelling.'] },
  { name: 'سلمان الرشيد', channel: 'wd', minutesAgo: 960, texts: ['أرسلت لكم العنوان بالواتساب'] },
  { name: 'Amelia Wright', channel: 'wa', minutesAgo: 1020, texts: ['Thanks for the quick answer!'] },
  { name: 'جود العنزي', channel: 'tt', minutesAgo: 1080, texts: ['كم سعر كعكة الورد؟'] },
  { name: 'Felix Novak', channel: 'fb', minutesAgo: 1140, texts: ['Do you ship outside the city?'] },
  { name: 'منى عبدالرحمن', channel: 'wa', minutesAgo: 1200, texts: ['شكرًا، كل شيء ممتاز'] },
  { name: 'Zoe Laurent', channel: 'ig', minutesAgo: 1260, texts: ['Which of your cakes keeps best for two days?'] },
  { name: 'بدر الخالدي', channel: 'tg', minutesAgo: 1320, texts: ['أبغى نفس الطلب الأسبوع الماضي'] },
];
