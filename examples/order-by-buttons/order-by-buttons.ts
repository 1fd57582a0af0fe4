// The program of docs/tutorials/order-by-buttons.md.
import { createServer } from 'node:http';
import { createClient, type Event, type MessageReceivedEvent, type SendRequest } from '@parley/sdk';
import { parleyWebhook } from '@parley/sdk/express';

const { PARLEY_BASE_URL: baseUrl = '', PARLEY_API_KEY: apiKey = '', PARLEY_WEBHOOK_SECRET: secret = '' } = process.env;
const parley = createClient({ baseUrl, apiKey });
const { accounts } = await parley.channels.capabilities();
const capabilities = new Map(accounts.map((account) => [account.channel, account.capabilities]));

const PRODUCTS = [
  { id: 'buy-coffee', title: 'Coffee', description: 'Beans from Yemen, 500 g' },
  { id: 'buy-tea', title: 'Tea', description: 'With cardamom, 250 g' },
  { id: 'buy-dates', title: 'Dates', description: 'From Al-Ahsa, 1 kg' },
];
const ALL = { id: 'all', title: 'Show all' };

/** Orders that lack an address, by conversation, and the events that were handled. A shop keeps both in its database. */
const orders = new Map<number, { title: string; question: string }>();
const handled = new Set<string>();

/** Answers one message of a customer; resolves to what was done. */
async function answer({ id, data }: MessageReceivedEvent): Promise<string> {
  const { channel, from: to, conversation_id: conversation, text, interactive } = data;
  const can = capabilities.get(channel);
  // An event can come twice. Its key makes the second send return the answer of the first.
  const send = (step: string, content: Omit<SendRequest, 'channel' | 'to'>) =>
    parley.messages.send({ channel, to, ...content }, { idempotencyKey: `${id}-${step}` });
  // On Telegram a pressed button creates no message to quote, so the offer above it is quoted.
  const quoted = channel === 'tg' && interactive ? data.reply_to : String(data.message_id);
  const quote = can?.reply_to && quoted !== null ? { reply_to: quoted } : {};
  const says = (choice: { id: string; title: string }): boolean =>
    interactive?.id === choice.id || text.trim().toLowerCase() === choice.title.toLowerCase();

  const product = PRODUCTS.find(says);
  if (product) {
    const question = await send('address', { message: `${product.title}: where shall we bring it?`, ...quote });
    orders.set(conversation, { title: product.title, question: question.message_id });
    return `asked for the address of ${product.title}`;
  }
  if (says(ALL)) {
    const rows = PRODUCTS.map(({ id: row, title, description }) => ({ id: row, title, description }));
    await send('list', { message: 'All of it:', list: { button: 'Choose', sections: [{ rows }] }, fallback: 'text' });
    return 'showed all products';
  }
  const order = orders.get(conversation);
  if (!order || text === '') {
    const buttons = [...PRODUCTS.slice(0, 2), ALL].map(({ id: button, title }) => ({ id: button, title }));
    await send('offer', { message: 'What would you like?', buttons, fallback: 'text' });
    return 'offered products';
  }
  const summary = `${order.title} to ${text.slice(0, 300)}`;
  if (can?.edit) await parley.messages.edit({ channel, message_id: order.question, message: `Order: ${summary}` });
  else if (can?.react) await parley.messages.react({ channel, message_id: data.message_id, emoji: '👍' });
  await send('confirm', { message: `Thank you. We bring ${summary}.`, ...quote });
  orders.delete(conversation);
  return `confirmed ${summary}`;
}

async function onEvent(event: Event): Promise<void> {
  if (event.event !== 'message.received' || handled.has(event.id)) return;
  console.log(`${event.data.channel} ${event.data.from}: ${await answer(event)}`);
  handled.add(event.id);
}

const webhook = parleyWebhook({ secret, onEvent, onError: console.error });
const port = Number(process.env.PORT ?? 3000);
createServer((request, response) => {
  webhook(request, response, (error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(port, '127.0.0.1', () => console.log(`Takes orders on port ${port}.`));
