import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import type { DataDirectory } from './data-directory.ts';

interface DemoBotDeps {
  directory: Pick<DataDirectory, 'readNote' | 'writeNote'>;
  origin: string;
  sandbox: Pick<SandboxDriver, 'url' | 'ai'>;
  adminToken: string;
  slug: string;
}

const NOTE = 'demo-bot.json';
/** The sandbox accepts any key. */
const KEY = 'sandbox-key-of-the-demo';
/**
 * Answers of the sandbox's model; of several matches the newest wins. They take turns, because a bot that repeats
 * itself stops (docs/reference/bots.md#a-turn).
 */
export const BOT_ANSWERS = [
  {
    contains: '',
    answer: [
      'I am a script, and know one thing: ask me when we are open.',
      'Ask me when we are open: that is all I know.',
    ],
  },
  {
    contains: 'open',
    answer: [
      'We are open from Sunday to Thursday, 09:00 to 17:00.',
      'Our hours are 09:00 to 17:00, from Sunday to Thursday.',
    ],
  },
];

const Channels = z.object({ items: z.array(z.object({ channel: z.string(), account_id: z.int() })) });
const Keys = z.object({ items: z.array(z.object({ provider: z.string(), last4: z.string() })) });

/**
 * A bot on the sandbox's scripted model that answers only on the demo's Telegram account
 * (docs/reference/installation.md#commands). Each start sets the model's answers and address, because the sandbox
 * forgets the answers; a key and a bot that the user has changed stay unchanged.
 */
export async function prepareDemoBot(deps: DemoBotDeps): Promise<void> {
  const { directory, origin, sandbox, adminToken: token, slug } = deps;
  const tenant = `${origin}/api/admin/tenants/${slug}`;
  const setKey = () =>
    callApi('PUT', `${tenant}/ai-keys/openai`, { token, body: { api_key: KEY, base_url: `${sandbox.url}/v1` } });
  await sandbox.ai.setAnswers(BOT_ANSWERS);
  if ((await directory.readNote(NOTE)) !== null) {
    const { items } = Keys.parse(await callApi('GET', `${tenant}/ai-keys`, { token }));
    if (items.some(({ provider, last4 }) => provider === 'openai' && KEY.endsWith(last4))) await setKey();
    return;
  }
  const [{ items }] = await Promise.all([
    callApi('GET', `${tenant}/channels`, { token }).then(Channels.parse),
    setKey(),
  ]);
  const accounts = items.flatMap(({ channel, account_id: id }) => (channel === 'tg' ? [id] : []));
  // Without an account the bot would answer everywhere; the next start retries.
  if (accounts.length === 0) return;
  const bot = await callApi('POST', `${tenant}/bots`, {
    token,
    body: {
      name: 'Demo bot',
      key_mode: 'own',
      provider: 'openai',
      model: 'gpt-5-mini',
      instructions: 'You answer for a shop. Be brief.',
      accounts,
      debounce_seconds: 1,
      stop_words: ['human'],
      hand_over_message: 'A colleague will answer you soon.',
    },
  });
  await directory.writeNote(NOTE, `${JSON.stringify(z.object({ id: z.string() }).parse(bot))}\n`);
}
