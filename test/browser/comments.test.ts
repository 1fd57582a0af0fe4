import { expect, test } from 'vitest';
import { findAccessibilityProblems, overflowOf } from '../support/check-page.ts';
import { makeTenant, uniqueDigits } from '../support/client.ts';
import { accountOf, COMMENT_TENANT } from '../support/comments.ts';
import { connectPage, connectTiktok } from '../support/connect-channels.ts';
import { joinTenant } from '../support/console-browser.ts';
import { walkConsole } from '../support/console-walk.ts';

// Comments as an agent answers them (docs/reference/console.md#comments).
const walk = walkConsole();
const { signIn, goTo } = walk;
const HOSTILE = '<img src=x onerror="document.title=1"> \u202egnp.exe';

/** A tenant with a page and its Instagram account; its agent is signed in and looks at the comments. */
async function openShop() {
  const tenant = await makeTenant(walk.system, { ...COMMENT_TENANT, balance: '5' });
  const connected = await connectPage(walk.system, tenant);
  const page = await signIn((await joinTenant(walk.system, tenant.slug, 'agent')).email);
  await goTo('Comments');
  return { tenant, connected, page };
}

test.each(['fb', 'ig'] as const)(
  'on %s a comment appears by itself, is answered in public and privately, once and for one message',
  async (channel) => {
    const { tenant, connected, page } = await openShop();
    await page.getByLabel('Where').selectOption(channel);
    await page.getByText('No comment here').waitFor();
    const account = accountOf(connected, channel);
    const profile = walk.system.sandbox.profile(channel);
    await profile.customerComments(uniqueDigits('24'), { account, text: `Is it in stock? ${HOSTILE}` });
    const comments = page.getByRole('list', { name: 'Comments' });
    await comments.getByText(`Is it in stock? ${HOSTILE}`).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await comments.getByRole('button', { name: /^Answer/ }).click();
    await comments.getByLabel('Public answer').fill('We wrote to you.');
    await comments.getByLabel('Private message').fill('It is 10.');
    // The answer of the first try is lost on its way back.
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
    const own = await walk.system.sandbox.graph.comments({ channel, account, own: 'true' });
    expect(own.map(({ text }) => text)).toEqual(['We wrote to you.']);
    expect((await tenant.get('status')).body.balance).toBe(4);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await overflowOf(page)).toBe(0);
    await comments.getByRole('link', { name: 'Open the conversation' }).click();
    await page.getByRole('log').getByText('It is 10.').waitFor();
  },
);

test('on tt an answer is public alone; comments of one post are shown by themselves', async () => {
  const tenant = await makeTenant(walk.system, COMMENT_TENANT);
  const account = await connectTiktok(walk.system, tenant);
  const person = uniqueDigits('24');
  const profile = walk.system.sandbox.profile('tt');
  await profile.customerComments(person, { account: account.openId, video_id: account.videoId, text: 'كم السعر؟' });
  const page = await signIn((await joinTenant(walk.system, tenant.slug, 'agent')).email);
  await goTo('Comments');
  await page.getByLabel('Where').selectOption('tt');
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
