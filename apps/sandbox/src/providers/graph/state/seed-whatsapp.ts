import type { BusinessAccount, MessageTemplate } from './business-account.ts';

/** The WhatsApp Business Account of a fresh sandbox, with its number and token. */
export const WHATSAPP_SEED = {
  wabaId: '102290129340398',
  phoneNumberId: '106540352242922',
  number: '15550783881',
  token: 'sandbox-wa-token',
} as const;

const templates: MessageTemplate[] = [
  {
    id: '594425479261596',
    name: 'order_update',
    language: 'en',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, your order {{2}} is on its way.',
        example: { body_text: [['Ann', '#1042']] },
      },
      { type: 'FOOTER', text: 'Parley demo shop' },
    ],
  },
  {
    id: '920070352646140',
    name: 'spring_offer',
    language: 'ar',
    status: 'APPROVED',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'عرض الربيع' },
      { type: 'BODY', text: 'مرحبا {{1}}، خصم خاص لك هذا الأسبوع.', example: { body_text: [['آن']] } },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'إيقاف العروض' }] },
    ],
  },
  {
    id: '1192339204654487',
    name: 'hello_world',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      {
        type: 'BODY',
        text: 'Welcome and congratulations!! This message demonstrates your ability to send a message notification.',
      },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    id: '700125438819201',
    name: 'loyalty_invite',
    language: 'en',
    status: 'PENDING',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Hi {{1}}, join our loyalty club.', example: { body_text: [['Ann']] } }],
  },
  {
    id: '700125438819202',
    name: 'prize_winner',
    language: 'en',
    status: 'REJECTED',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    rejected_reason: 'INVALID_FORMAT',
    components: [{ type: 'BODY', text: 'You have won! {{1}}', example: { body_text: [['A prize']] } }],
  },
];

/** A fresh copy of the seeded WhatsApp Business Account. */
export function seedBusinessAccount(): BusinessAccount {
  return {
    id: WHATSAPP_SEED.wabaId,
    name: 'Parley demo shop',
    token: WHATSAPP_SEED.token,
    tokenState: 'valid',
    locked: false,
    subscribed: true,
    overrideCallbackUri: null,
    numbers: [
      {
        id: WHATSAPP_SEED.phoneNumberId,
        wabaId: WHATSAPP_SEED.wabaId,
        number: WHATSAPP_SEED.number,
        verifiedName: 'Parley demo shop',
        qualityRating: 'GREEN',
        messagingLimitTier: 'TIER_1K',
        registered: true,
      },
    ],
    templates: structuredClone(templates),
  };
}
