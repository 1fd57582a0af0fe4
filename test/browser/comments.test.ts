import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/browser/check-page.ts';
import { chooseOption } from '../support/browser/choose-option.ts';
import { accountOf, COMMENT_TENANT } from '../support/channels/comments.ts';
import { connectPage, connectTiktok } from '../support/channels/connect-channels.ts';
import { joinTenant } from '../support/console/console-browser.ts';
import { walkConsole, withoutLooks } from '../support/console/console-walk.ts';
import { makeTenant, uniqueDigits } from '../support/tenants/client.ts';

// Comments in an agent's console (docs/reference/console.md#comments).
const walk = walkConsole();
const { signIn, goTo } = walk;
const HOSTILE = '<img src=x onerror="document.title=1"> \u202egnp.exe';

/** A tenant with a page and its Instagram account; its agent is signed in on the comments screen. */
async function openShop() {
  const tenant = await makeTenant(walk.system, { ...COMMENT_TENANT, balance: '5' });
  const connected = await connectPage(walk.system, tenant);
  const page = await signIn((await joinTenant(walk.system, tenant.slug, 'agent')).email);
  await goTo('Comments');
  return { tenant, connected, page };
}

test.each(['fb', 'ig'] as const)(
  'on %s a comment appears live and is answered publicly and privately, once and for the price of one message',
  async (channel) => {
    const { tenant, connected, page } = await openShop();
    await chooseOption(page, 'Platform', channel);
    await page.getByText('No comments yet').waitFor();
    const account = accountOf(connected, channel);
    const profile = walk.system.sandbox.profile(channel);
    await profile.customerComments(uniqueDigits('24'), { account, text: `Is it in stock? ${HOSTILE}` });
    const comments = page.getByRole('list', { name: 'Comments' });
    await comments.getByText(`Is it in stock? ${HOSTILE}`).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await comments.getByRole('button', { name: /^Answer/ }).click();
    await comments.getByLabel('Public answer').fill('We wrote to you.');
    await comments.getByLabel('Private message').fill('It is 10.');
    // The answer of the first attempt gets lost.
    await page.route('**/console/trpc/comment-reply', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await comments.getByRole('button', { name: 'Publish' }).click();
    await comments.getByRole('alert').waitFor();
    walk.visit.problems.splice(0);
    await page.unroute('**/console/trpc/comment-reply');
    await comments.getByRole('button', { name: 'Publish' }).click();
    await comments.getByText('The private message is sent.').waitFor();
    await comments.getByText('Answered', { exact: true }).waitFor();
    const answer = comments.getByRole('listitem').nth(1);
    await answer.getByText('We wrote to you.').waitFor();
    const own = await walk.system.sandbox.graph.comments({ channel, account, own: 'true' });
    expect(own.map(({ text }) => text)).toEqual(['We wrote to you.']);
    expect((await tenant.get('status')).body.balance).toBe(4);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await overflowOf(page)).toBe(0);
    await comments.getByRole('link', { name: 'Open the conversation' }).click();
    await page.getByRole('log').getByText('It is 10.').waitFor();
    await page.goBack();
    await page.reload();
    await answer.getByText('We wrote to you.').waitFor();
    await answer.getByText('Your account').waitFor();
    await comments.getByRole('button', { name: /^Post/ }).click();
    await page.getByRole('button', { name: 'Comments of all posts' }).waitFor();
    const link = page.getByRole('link', { name: 'Open the post on Facebook' });
    expect(await link.count()).toBe(channel === 'fb' ? 1 : 0);
  },
);

test('on tt an answer is public only, and the comments of one post can be shown alone', async () => {
  const tenant = await makeTenant(walk.system, COMMENT_TENANT);
  const account = await connectTiktok(walk.system, tenant);
  const person = uniqueDigits('24');
  const profile = walk.system.sandbox.profile('tt');
  await profile.customerComments(person, { account: account.openId, video_id: account.videoId, text: 'كم السعر؟' });
  const page = await signIn((await joinTenant(walk.system, tenant.slug, 'agent')).email);
  await goTo('Comments');
  await chooseOption(page, 'Platform', 'tt');
  const comments = page.getByRole('list', { name: 'Comments' });
  await comments.getByText('كم السعر؟').waitFor();
  await comments.getByRole('button', { name: /^Answer/ }).click();
  expect(await comments.getByLabel('Private message').count()).toBe(0);
  await comments.getByLabel('Public answer').fill('عشرة');
  await comments.getByRole('button', { name: 'Publish' }).click();
  await comments.getByText('The answer is published.').waitFor();
  await comments.getByRole('button', { name: /^Post/ }).click();
  await page.getByRole('button', { name: 'Comments of all posts' }).click();
  await comments.getByText('كم السعر؟').waitFor();
});

test.each(['fb', 'ig'] as const)(
  'on %s a person’s comments are an inbox conversation with their thread, are answered there publicly and privately, and link to the private one',
  async (channel) => {
    const tenant = await makeTenant(walk.system, { ...COMMENT_TENANT, balance: '5' });
    const connected = await connectPage(walk.system, tenant);
    const account = accountOf(connected, channel);
    const profile = walk.system.sandbox.profile(channel);
    await withoutLooks(walk.visit.page);
    const page = await signIn((await joinTenant(walk.system, tenant.slug, 'agent')).email);
    await goTo('Inbox');
    const [ann, bob] = [uniqueDigits('24'), uniqueDigits('24')];
    const asked = await profile.customerComments(ann, { account, text: `How much is it? ${HOSTILE}` });
    const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /How much is it/ });
    await row.click();
    const thread = page.getByRole('region', { name: /^Comments of/ });
    await thread.getByText(`How much is it? ${HOSTILE}`).waitFor();
    // Comments cannot be answered with a message.
    expect(await page.getByRole('textbox', { name: 'Answer' }).count()).toBe(0);
    // Replies of others and of the account join the thread automatically.
    const parent_id = asked.comment_id;
    await profile.customerComments(bob, { account, text: 'I want to know too', parent_id });
    await profile.ownerComments(account, { text: 'Written in the app', parent_id });
    await thread.getByText('I want to know too').waitFor();
    await thread.getByText('Written in the app').waitFor();
    await thread.getByText('Your account').waitFor();
    const spam = await profile.customerComments(bob, { account, text: 'Buy followers', parent_id });
    await thread.getByText('Buy followers').waitFor();
    await walk.system.sandbox.graph.deleteComment(spam.comment_id);
    if (channel === 'fb') await thread.getByText('This comment was removed or hidden.').waitFor();
    // The thread offers no answer to its own replies or those of others.
    await page.getByRole('heading', { level: 2 }).click();
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.keyboard.type('We wrote to you.');
    await thread.getByLabel('Private message').fill('It is 10.');
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await thread.getByRole('button', { name: 'Publish' }).click();
    await thread.getByText('The private message is sent.').waitFor();
    await thread.getByText('We wrote to you.').waitFor();
    await row.getByText('Answered').waitFor();
    // A new comment reopens a resolved conversation.
    await page.getByRole('button', { name: 'Resolve' }).click();
    await row.waitFor({ state: 'detached' });
    await profile.customerComments(ann, { account, text: 'How much is it for two?' });
    await row.waitFor();
    expect((await tenant.get('status')).body.balance).toBe(4);
    // After a reload the thread still links to the private conversation.
    await page.reload();
    await thread.getByRole('link', { name: 'Open the private conversation' }).click();
    const log = page.getByRole('log');
    await log.getByText('It is 10.').waitFor();
    // The platform accepts a second message only after the person has written one.
    await walk.system.sandbox.channel(channel).customerWrites(ann, { account, text: 'I take two' });
    await log.getByText('I take two').waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Anything else?');
    await page.keyboard.press('Control+Enter');
    await log.getByText('Anything else?').waitFor();
    await expect.poll(async () => (await tenant.get('status')).body.balance).toBe(3);
  },
);
