import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openChannelFixture } from '../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS, personReacts } from '../support/channels/conforming-channels.ts';
import { openGroup, personWritesTo } from '../support/channels/linked-devices.ts';
import { walkConsole, withoutLooks } from '../support/console/console-walk.ts';
import { conversations, enterInboxAsAgent, openConversation } from '../support/console/inbox-pages.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Changes to messages, and to many conversations at once (docs/reference/console.md#inbox).
const walk = walkConsole();

async function openInbox(slug: string): Promise<Page> {
  const { page } = walk.visit;
  await enterInboxAsAgent(page, walk.system, slug);
  return page;
}
async function enterConversation(slug: string, text: string): Promise<Page> {
  const page = await openInbox(slug);
  await openConversation(page, text);
  return page;
}

test.each(
  CONFORMING_CHANNELS.filter(({ code }) => code === 'wa' || code === 'tg').map(
    (channel) => [channel.code, channel] as const,
  ),
)('on %s an edit appears on the open thread without polling', async (_code, channel) => {
  const fixture = await openChannelFixture(walk.system, channel);
  const person = channel.makePerson();
  const first = await fixture.receive(person, { text: 'See you tommorow' });
  await withoutLooks(walk.visit.page);
  const page = await enterConversation(fixture.tenant.slug, 'See you tommorow');
  const own = first.provider_message_id;
  const target = channel.code === 'tg' ? own.slice(own.indexOf(':') + 1) : own;
  const { id: account } = fixture.account;
  const people = walk.system.sandbox.channel(channel.code);
  await people.customerWrites(person, { account, type: 'edited', target, text: 'See you tomorrow' });
  const thread = page.getByRole('log');
  await thread.getByText('See you tomorrow').waitFor();
  await thread.getByText('edited').waitFor();
  expect(await thread.getByText('See you tommorow').count()).toBe(0);
});

test('a revoked message loses its text on the open thread and in the list', async () => {
  const [channel] = CONFORMING_CHANNELS.filter(({ canUnsend }) => canUnsend);
  if (!channel) throw new Error('No channel tells of it.');
  const fixture = await openChannelFixture(walk.system, channel);
  const person = channel.makePerson();
  const { provider_message_id: target } = await fixture.receive(person, { text: 'Wrong window' });
  await withoutLooks(walk.visit.page);
  const page = await enterConversation(fixture.tenant.slug, 'Wrong window');
  const { id: account } = fixture.account;
  await walk.system.sandbox.channel(channel.code).customerWrites(person, { account, type: 'revoked', target });
  await page.getByRole('log').getByText('This message was deleted').waitFor();
  await page.getByText('Wrong window').waitFor({ state: 'detached' });
});

test.each(CONFORMING_CHANNELS.map((channel) => [channel.code, channel] as const))(
  'on %s a reaction to an answer appears on the open thread without polling, changes, and disappears when it is removed',
  async (_code, channel) => {
    const fixture = await openChannelFixture(walk.system, channel);
    const person = channel.makePerson();
    await fixture.receive(person, { text: 'Is it in stock?' });
    await withoutLooks(walk.visit.page);
    const page = await enterConversation(fixture.tenant.slug, 'Is it in stock?');
    await page.getByRole('textbox', { name: 'Answer' }).fill('It is');
    await page.keyboard.press('Control+Enter');
    const thread = page.getByRole('log');
    await thread.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
    const [sent] = await fixture.accepted(person);
    const target = sent?.provider_message_id ?? '';
    const react = (emoji: string | null, standing?: string) =>
      personReacts(walk.system, channel, fixture.account, person, {
        target,
        emoji,
        ...(standing === undefined ? {} : { standing }),
      });
    await react('👍');
    await thread.getByRole('img', { name: /Reaction .*👍/ }).waitFor();
    await react('❤', '👍');
    await thread.getByRole('img', { name: /Reaction .*❤/ }).waitFor();
    await thread.getByRole('img', { name: /Reaction .*👍/ }).waitFor({ state: 'detached' });
    await react(null, '❤');
    await thread.getByRole('img', { name: /Reaction/ }).waitFor({ state: 'detached' });
  },
);

test('a group is one conversation that names each message’s sender; an answer goes to the group once', async () => {
  const { system } = walk;
  const { tenant, device, ann, bob, group, first } = await openGroup(system);
  const page = await enterConversation(tenant.slug, 'from Bob');
  const thread = page.getByRole('log');
  await thread.getByText('from Ann', { exact: true }).waitFor();
  await thread.getByText(`+${ann}`).waitFor();
  await thread.getByText(`+${bob}`).waitFor();
  expect(await conversations(page).getByRole('link').count()).toBe(1);
  await personWritesTo(system, bob, group.id, { type: 'reaction', message_id: first, emoji: '👍', author: ann });
  await thread.getByRole('img', { name: /Reaction .*👍/ }).waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('to all of you');
  await page.keyboard.press('Control+Enter');
  await thread.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
  const taken = await system.sandbox.devices.taken({ device: device.deviceId });
  expect(taken.filter(({ text }) => text === 'to all of you')).toMatchObject([{ times: 1 }]);
});

test('after the reply window only a template can be sent; it is filled in, sent once and paid once', async () => {
  const tenant = await makeTenant(walk.system);
  const customer = uniqueDigits('16');
  const opening = { name: 'order_update', language: 'en', variables: ['Ann', 'number one'] };
  await tenant.post('send', { channel: 'wa', to: `+${customer}`, template: opening });
  const page = await openInbox(tenant.slug);
  await conversations(page).getByRole('link').click();
  await page.getByText('WhatsApp allows only templates now').waitFor();
  expect(await page.getByRole('textbox', { name: 'Answer' }).count()).toBe(0);
  const before = (await tenant.get('status')).body.balance;
  await page.getByRole('textbox', { name: /^Value .*1/ }).fill('Sara');
  await page.getByRole('textbox', { name: /^Value .*2/ }).fill('number two');
  await page.getByText('Hello Sara, order number two is ready.').waitFor();
  await page.getByRole('button', { name: 'Send the template' }).click();
  const thread = page.getByRole('log');
  await thread.getByText('number two').waitFor();
  await expect
    .poll(async () => (await thread.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).count()) > 1)
    .toBe(true);
  const { sends } = await walk.system.sandbox.calls({ channel: 'wa', to: `+${customer}` });
  expect(sends.map(({ body }) => body)).toMatchObject([{ type: 'template' }, { type: 'template' }]);
  expect((await tenant.get('status')).body.balance).toBe(before - 1);
});

test('only the conversations that match the filters are counted, and changed after a confirmation; Undo restores them', async () => {
  const tenant = await makeTenant(walk.system);
  const PEOPLE = 60;
  for (let n = 0; n < PEOPLE; n++)
    await tenant.customerWrites(uniqueDigits('16'), { text: `Sale ${n}`, name: `Buyer ${n}` });
  await tenant.customerWrites(uniqueDigits('16'), { text: 'Other thing', name: 'Visitor' });
  const page = await openInbox(tenant.slug);
  await page.getByRole('searchbox').fill('Buyer');
  await conversations(page).getByText('Other thing').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select everything that matches the filters' }).click();
  await page.getByText(/All .*60.* conversations that match the filters/).waitFor();
  const dialog = page.getByRole('dialog', { name: /Resolve: .*60.* conversations/ });
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  const untouched = await tenant.admin('GET', '/conversations?limit=200&status=open');
  expect(untouched.body.items).toHaveLength(PEOPLE + 1);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await page.getByText(/60.* conversations changed/).waitFor();
  const { body } = await tenant.admin('GET', '/conversations?limit=200&status=resolved');
  expect(body.items).toHaveLength(PEOPLE);
  const left = await tenant.admin('GET', '/conversations?limit=200&status=open');
  expect(left.body.items.map(({ name }: { name: string }) => name)).toEqual(['Visitor']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  const back = await tenant.admin('GET', '/conversations?limit=200&status=open');
  expect(back.body.items).toHaveLength(PEOPLE + 1);
});

test('a change of more than 25 conversations asks for confirmation with their number; 25 are changed at once', async () => {
  const tenant = await makeTenant(walk.system);
  for (let n = 0; n < 25; n++)
    await tenant.customerWrites(uniqueDigits('16'), { text: `Sale ${n}`, name: `Buyer ${n}` });
  await tenant.customerWrites(uniqueDigits('16'), { text: 'Other thing', name: 'Visitor' });
  const page = await openInbox(tenant.slug);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select everything that matches the filters' }).click();
  await page.getByText(/All .*26.* conversations that match the filters/).waitFor();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Resolve: .*26.* conversations/ });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('searchbox').fill('Buyer');
  await conversations(page).getByText('Other thing').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Select everything that matches the filters' }).click();
  await page.getByText(/All .*25.* conversations that match the filters/).waitFor();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByText(/25.* conversations changed/).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
