import type { Language } from '@parley/common/languages/languages';

/** Written the same in every language: names of products, languages and formats. */
const NAMES = ['API', 'curl', 'Markdown', 'Node.js', 'Parley', 'PDF', 'PHP', 'PostgreSQL', 'Python', 'TypeScript'];

/** The strings that a language writes as English does; catalogues.test.ts finds every other English text. */
export const SAME_AS_ENGLISH: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  ar: NAMES,
  'pt-BR': [
    ...NAMES,
    ...['Facebook', 'Instagram', 'Messenger', 'Meta', 'Telegram', 'TikTok', 'WhatsApp Cloud API'],
    ...['App', 'Bot', 'Bots', 'Client ID', 'Client secret', 'E-mail', 'Marketing', 'Menu', 'Offline', 'SMS', 'Status'],
    ...['Tokens', 'Total', 'Webhook', 'Webhooks', 'Worker', '{ms} ms', '{value} ms'],
  ],
  es: [
    ...NAMES,
    ...['Facebook', 'Instagram', 'Messenger', 'Meta', 'Telegram', 'TikTok', 'WhatsApp Cloud API'],
    ...['App', 'Audio', 'Bot', 'Bots', 'Color', 'Emoji', 'General', 'Marketing', 'Plan', 'SMS', 'Sticker', 'Tokens'],
    ...['Total', 'Video', 'Webhook', 'Webhooks', '{ms} ms', '{value} ms'],
  ],
};
