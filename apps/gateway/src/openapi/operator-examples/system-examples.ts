import { type AnswerOf, AT, IN_SHOP, LATER, type OperatorExamples, pageOf } from './example-of.ts';

const QUARANTINED: AnswerOf<'list-quarantined'>['items'][number] = {
  id: '4',
  channel: 'fb',
  account_id: '12345654332',
  source: 'webhook',
  kind: 'message',
  reason: 'invalid_text',
  attempts: 1,
  first_at: AT,
  last_at: AT,
};
const IN_QUARANTINE = { ...IN_SHOP, id: QUARANTINED.id };
const PAYLOAD = JSON.stringify({ mid: 'm_1' });
const RECIPIENT: AnswerOf<'create-recipient'> = {
  id: 2,
  member_id: null,
  name: 'Front desk',
  email: 'desk@shop.example',
  email_confirmed_at: null,
  phone: '+16505550111',
  phone_confirmed_at: null,
  language: 'en',
  time_zone: 'Africa/Cairo',
  quiet_hours: { from: '22:00', to: '07:00' },
  kinds: { channel_disconnected: { email: 'now', sms: 'now' } },
  created_at: AT,
};
const GIVEN = {
  name: RECIPIENT.name,
  email: RECIPIENT.email,
  phone: RECIPIENT.phone,
  time_zone: RECIPIENT.time_zone,
  quiet_hours: RECIPIENT.quiet_hours,
};
const CONFIRMED = { ...RECIPIENT, phone_confirmed_at: LATER };
const IN_ARABIC = { ...RECIPIENT, language: 'ar' } as const;
const OF_RECIPIENT = { ...IN_SHOP, id: RECIPIENT.id };
const NOTIFICATION: AnswerOf<'list-notifications'>['items'][number] = {
  id: '9',
  recipient_id: RECIPIENT.id,
  channel: 'email',
  kind: 'channel_disconnected',
  to: 'desk@shop.example',
  status: 'sent',
  reason: null,
  facts: 1,
  attempts: 1,
  due_at: null,
  provider: 'smtp',
  provider_id: null,
  accepted_at: AT,
  created_at: AT,
};
const SETTINGS = {
  unattended_minutes: 30,
  smtp_host: 'mail.shop.example',
  mail_from: 'parley@shop.example',
  sms_provider: null,
};

const MOVE_IN: AnswerOf<'start-move-in'> = {
  account_id: 7,
  source: 'evolution',
  device: '16505550123:12@s.whatsapp.net',
  phone: '+16505550123',
  label: 'Front desk',
  state: 'waiting',
  reason: null,
  since: AT,
};
const MOVED = { ...IN_SHOP, account_id: 7 };

/** Examples of the endpoints of the deployment, the quarantine and notifications. */
export const SYSTEM_EXAMPLES = {
  'list-linked-devices': {
    request: { limit: 50 },
    answer: pageOf({
      account_id: 6,
      tenant: 'shop',
      label: 'Front desk',
      phone: '+16505550122',
      status: 'connected',
      reason: null,
      since: AT,
      problem: null,
      worker: 'pairing-1',
      last_heard_at: LATER,
    }),
  },
  'set-device-pace': { request: { account_id: 6, pace: 'off' }, answer: { account_id: 6, pace: 'off' } },
  'list-move-ins': { request: { ...IN_SHOP, limit: 50 }, answer: pageOf(MOVE_IN) },
  'begin-move-in': {
    request: {
      ...IN_SHOP,
      instance_id: 'ins_01j8x5k2m3',
      source: 'evolution',
      device: MOVE_IN.device,
      label: MOVE_IN.label,
    },
    answer: { ...MOVE_IN, state: 'copying' },
  },
  'add-move-in-keys': {
    request: { ...MOVED, keys: [{ type: 'lid-mapping', id: '16505550199', value: '"123456789012345"' }] },
    answer: { account_id: 7, stored: 1 },
  },
  'finish-move-in': { request: { ...MOVED, keys: 846 }, answer: MOVE_IN },
  'start-move-in': { request: MOVED, answer: { ...MOVE_IN, state: 'starting' } },
  'import-move-in-history': {
    request: { ...MOVED, history: 'CAISHgocMTY1MDU1NTAxOTlAcy53aGF0c2FwcC5uZXQ=' },
    answer: { account_id: 7, stored: 200, refused: 0, is_full: false },
  },
  'release-move-in': { request: MOVED, answer: { ...MOVE_IN, state: 'released', reason: 'released' } },
  'show-system': {
    request: {},
    answer: {
      parley: '0.1.0',
      node: '20.19.0',
      postgresql: '18.1',
      migration: '0001_init',
      workers: [{ service: 'send', worker: 'send-1', since: AT }],
      provider_apps: [
        {
          provider: 'meta',
          app_id: '1029384756',
          missing: [],
          callback_url: 'https://parley.example/hooks/meta',
          redirect_url: 'https://parley.example/connect/callback/meta',
          last_received_at: AT,
          last_refused: null,
        },
      ],
    },
  },
  'list-quarantined': { request: { ...IN_SHOP, channel: 'fb' }, answer: pageOf(QUARANTINED) },
  'get-quarantined': {
    request: IN_QUARANTINE,
    answer: { ...QUARANTINED, payload: PAYLOAD, payload_bytes: PAYLOAD.length },
  },
  'retry-quarantined': { request: IN_QUARANTINE, answer: { id: QUARANTINED.id, outcome: 'stored', reason: null } },
  'discard-quarantined': { request: IN_QUARANTINE, answer: { id: QUARANTINED.id, discarded: true } },
  'create-recipient': { request: { ...IN_SHOP, ...GIVEN }, answer: RECIPIENT },
  'list-recipients': { request: IN_SHOP, answer: pageOf(CONFIRMED) },
  'update-recipient': { request: { ...OF_RECIPIENT, language: 'ar' }, answer: IN_ARABIC },
  'delete-recipient': { request: OF_RECIPIENT, answer: { deleted: true } },
  'confirm-recipient': { request: { ...OF_RECIPIENT, code: '482913' }, answer: CONFIRMED },
  'list-notifications': { request: IN_SHOP, answer: pageOf(NOTIFICATION) },
  'get-notification-settings': { request: IN_SHOP, answer: SETTINGS },
  'update-notification-settings': { request: { ...IN_SHOP, unattended_minutes: 30 }, answer: SETTINGS },
  'create-operator-recipient': { request: GIVEN, answer: RECIPIENT },
  'list-operator-recipients': { request: { limit: 50 }, answer: pageOf(CONFIRMED) },
  'update-operator-recipient': { request: { id: RECIPIENT.id, language: 'ar' }, answer: IN_ARABIC },
  'delete-operator-recipient': { request: { id: RECIPIENT.id }, answer: { deleted: true } },
  'confirm-operator-recipient': { request: { id: RECIPIENT.id, code: '482913' }, answer: CONFIRMED },
  'list-operator-notifications': { request: { limit: 50 }, answer: pageOf(NOTIFICATION) },
} satisfies Partial<OperatorExamples>;
