import { CHANNELS } from '@parley/common/channels';
import type { TenantRole } from '@parley/common/workspace/console-roles';
import type { TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { CUSTOMERS, type Customer, OLIVIA, SARA } from '../../apps/parley/src/public-demo/bakery-customers.ts';
import { authorizePages, authorizeTiktok } from '../support/channels/connect-channels.ts';
import { linkDevice } from '../support/channels/linked-devices.ts';
import { type ConsoleBrowser, joinTenant } from '../support/console/console-browser.ts';
import type { System } from '../support/system/system.ts';
import { makeTenant, type TestTenant } from '../support/tenants/client.ts';
import { addPast, settle, spreadPast } from './age-bakery.ts';

type Channel = Customer['channel'];

/** A workspace that looks as if a bakery had worked in it for a month. */
export interface Bakery {
  tenant: TestTenant;
  /** E-mail address of the owner. */
  owner: string;
  /** E-mail address of an agent. */
  agent: string;
  /** Conversations by the customer's name. */
  conversations: Map<string, number>;
}

async function joinAs(system: System, slug: string, role: TenantRole, name: string) {
  const email = `${name.split(' ')[0]?.toLowerCase()}@bright-bakery.example`;
  const { browser } = await joinTenant(system, slug, role, { name, email });
  return { browser, email, id: (await browser.call('me', {})).member?.id };
}

/** Connects an account of every channel; returns the account of each. */
async function connectChannels(system: System, tenant: TestTenant): Promise<Readonly<Record<Channel, string>>> {
  const { sandbox } = system;
  const token = `7200100200:${'B'.repeat(35)}`;
  await sandbox.telegram.putBot({ token, username: 'bright_bakery_bot' });
  await tenant.post('connect-telegram', { bot_token: token });
  const instagram = { id: '17841400900900', username: 'bright.bakery', name: 'Bright Bakery' };
  const page = {
    ...(await sandbox.graph.putPage({ id: '190800900900', name: 'Bright Bakery', instagram })),
    instagram,
  };
  await authorizePages(tenant, [page]);
  await authorizePages(tenant, [page], 'ig');
  const openId = '-000bakery';
  await sandbox.tiktok.putAccount({ open_id: openId, username: 'brightbakery', display_name: 'Bright Bakery' });
  await authorizeTiktok(tenant, { openId, name: 'Bright Bakery', videoId: '' });
  const device = await linkDevice(system, tenant, 'Front desk');
  return {
    wa: tenant.phoneNumberId,
    tg: '7200100200',
    fb: page.id,
    ig: instagram.id,
    tt: openId,
    wd: device.number,
  };
}

/** The address of the nth customer on a channel. */
const addressOf = (channel: Channel, nth: number): string =>
  `${{ wa: '96550012', wd: '96566034', tg: '510077', fb: '240055', ig: '170044', tt: 'guest' }[channel]}${String(nth).padStart(4, '0')}`;

/** A customer writes these messages; spreadPast gives them their times. */
async function write(
  system: System,
  account: string,
  { name, channel, texts }: Pick<Customer, 'name' | 'channel' | 'texts'>,
  address: string,
) {
  if (channel === 'wd') await system.sandbox.devices.putPhone({ number: address, name });
  for (const text of texts) {
    if (channel === 'wd') await system.sandbox.devices.writes(address, { to: account, type: 'text', text });
    else if (channel === 'tt')
      await system.sandbox.channel('tt').customerWrites(address, { account, text, username: name });
    else await system.sandbox.channel(channel).customerWrites(address, { account, text, name });
  }
}

const OFFER = 'Raspberry it is. That is 68.00, delivered on Saturday at 10. Shall I book it for you?';

/** The long conversation of the pictures: a question, a photo, buttons, a choice. */
async function talk(system: System, bakery: Bakery, agent: ConsoleBrowser, photo: Buffer): Promise<void> {
  const { tenant, conversations } = bakery;
  const olivia = system.sandbox.channel('wa');
  const from = '447700900321';
  const facts = { account: tenant.phoneNumberId, name: OLIVIA };
  await olivia.customerWrites(from, {
    ...facts,
    text: 'Hi! Could you make a cake for Saturday? About 30 guests 🎂',
  });
  await olivia.customerWrites(from, {
    ...facts,
    type: 'image',
    text: 'Something like this one',
    media: { base64: photo.toString('base64'), mime_type: 'image/png' },
  });
  const id = await conversationOf(tenant, 'Something like this one');
  conversations.set(OLIVIA, id);
  await agent.call('send-from-dashboard', {
    id,
    message: 'What a lovely idea! Two tiers are right for 30 guests. Which filling would you like?',
    buttons: [
      { id: 'raspberry', title: 'Raspberry' },
      { id: 'chocolate', title: 'Chocolate' },
      { id: 'pistachio', title: 'Pistachio' },
    ],
  });
  await olivia.customerWrites(from, { ...facts, type: 'button_reply', text: 'Raspberry', payload: 'raspberry' });
  await agent.call('send-from-dashboard', { id, message: OFFER });
  const accepted = await pollUntil(
    async () =>
      (await system.sandbox.calls({ channel: 'wa', to: from })).sends.find(({ text }) => text === OFFER) ?? null,
    { what: () => 'the offer at WhatsApp' },
  );
  const target = accepted.provider_message_id;
  await olivia.customerReacts(from, { account: tenant.phoneNumberId, target, emoji: '👍' });
  await olivia.customerWrites(from, { ...facts, text: 'Yes please! Can you write "Happy 60th, Dad" on it?' });
}

/** The conversation whose last message this is. */
const conversationOf = (tenant: TestTenant, text: string | undefined): Promise<number> =>
  pollUntil(
    async () => {
      const { body } = await tenant.admin('GET', '/conversations?limit=200');
      type Item = { id: number; last_message: { text: string | null } | null };
      return body.items.find(({ last_message: last }: Item) => last?.text === text)?.id ?? null;
    },
    { what: () => `the conversation that ends with ${text}` },
  );

/** Fills a new workspace; `photo` is a picture that a customer sends. */
export async function openBakery(system: System, database: TestDatabase, photo: Buffer): Promise<Bakery> {
  const tenant = await makeTenant(system, {
    slug: 'bright-bakery',
    name: 'Bright Bakery',
    label: 'Orders',
    channels: ['wa', 'wd', 'tg', 'fb', 'ig', 'tt'],
    balance: '250',
  });
  const [owner, priya, tom] = await Promise.all([
    joinAs(system, tenant.slug, 'owner', 'Amal Nasser'),
    joinAs(system, tenant.slug, 'agent', 'Priya Shah'),
    joinAs(system, tenant.slug, 'agent', 'Tom Becker'),
  ]);
  const accounts = await connectChannels(system, tenant);
  for (const channel of CHANNELS) {
    const text = `A regular of ${channel}`;
    await write(
      system,
      accounts[channel],
      { name: 'Regular customer', channel, texts: [text] },
      addressOf(channel, 9000),
    );
    const id = await conversationOf(tenant, text);
    await owner.browser.call('update-conversation', { id, status: 'archived' });
  }
  await addPast(database, tenant.slug);
  const sara: Customer = {
    name: SARA,
    channel: 'wa',
    minutesAgo: 2,
    texts: ['السلام عليكم', 'أريد طلب كعكة تخرج لابنتي يوم الأحد', 'هل يمكن كتابة اسمها "جود" عليها؟'],
  };
  const customers = [...CUSTOMERS, sara].toSorted((a, b) => b.minutesAgo - a.minutesAgo);
  for (const [nth, customer] of customers.entries())
    await write(system, accounts[customer.channel], customer, addressOf(customer.channel, nth));
  const conversations = new Map<string, number>();
  for (const { name, texts } of customers) conversations.set(name, await conversationOf(tenant, texts.at(-1)));
  const bakery: Bakery = { tenant, owner: owner.email, agent: priya.email, conversations };
  const people = { Priya: priya, Tom: tom };
  for (const { name, answer, assignee, isResolved } of customers) {
    const id = conversations.get(name) ?? 0;
    if (assignee) await priya.browser.call('update-conversation', { id, assignee: people[assignee].id });
    if (answer) await priya.browser.call('send-from-dashboard', { id, message: answer });
    if (isResolved) await priya.browser.call('update-conversation', { id, status: 'resolved' });
  }
  await fillScreens(system, bakery, owner.browser, accounts);
  await talk(system, bakery, priya.browser, photo);
  await settle(database);
  const times = [...customers, { name: OLIVIA, minutesAgo: 0 }].map(
    ({ name, minutesAgo }) => [conversations.get(name) ?? 0, minutesAgo] as const,
  );
  await spreadPast(database, tenant.slug, new Map(times));
  return bakery;
}

/** The content of the other screens: comments, bots, recipients, templates, a rejected send. */
async function fillScreens(
  system: System,
  { tenant }: Bakery,
  owner: ConsoleBrowser,
  accounts: Readonly<Record<Channel, string>>,
): Promise<void> {
  const comments = system.sandbox.profile('ig');
  await comments.customerComments('1700550001', { account: accounts.ig, text: 'Is this one available without nuts?' });
  await comments.customerComments('1700550002', { account: accounts.ig, text: 'كم السعر؟' });
  const wall = system.sandbox.profile('fb');
  for (const [id, text] of [
    ['2400550003', 'Best bakery in town!'],
    ['2400550004', 'Is the rose cake still on offer this week?'],
    ['2400550005', 'متى يفتح الفرع الجديد؟'],
  ] as const)
    await wall.customerComments(id, { account: accounts.fb, text });
  await owner.call('set-ai-key', { provider: 'openai', api_key: 'sk-bright-bakery-of-the-pictures' });
  const bot = { enabled: false, key_mode: 'own', provider: 'openai', model: 'gpt-4o-mini' } as const;
  const made = await owner.call('create-bot', {
    ...bot,
    name: 'Opening hours',
    instructions: 'Answer questions about opening hours and delivery areas. Hand over everything else to a person.',
  });
  await owner.call('add-knowledge', {
    id: made.id,
    kind: 'text',
    title: 'Opening hours',
    text: 'Saturday to Thursday from 7 to 21, Friday from 8 to 14.',
  });
  await owner.call('create-bot', { ...bot, name: 'Night shift', instructions: 'Take orders between 21 and 7.' });
  await owner.call('create-recipient', {
    name: 'Amal Nasser',
    email: 'amal@bright-bakery.example',
    language: 'en',
    time_zone: 'Asia/Kuwait',
  });
  await owner.call('create-view', { name: 'Waiting for an answer', filter: { unread: true }, is_shared: true });
  await tenant.post('send', { channel: 'wa', to: '+447700900999', message: 'Your order is on its way.' });
  await tenant.get('status');
  await tenant.get('channels');
}
