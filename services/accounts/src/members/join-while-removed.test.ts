import { inviteMember, removeMember } from '@parley/common/contracts/console/members';
import { joinWorkspace, me } from '@parley/common/contracts/console/my-account';
import { acceptInvitation } from '@parley/common/contracts/console/sign-in';
import { eraseTenant } from '@parley/common/contracts/operator/erasures';
import type { Statement } from '@parley/database/sql';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { collectMails } from '../../test/collect-mails.ts';
import { type Browser, consoleOfFile, PASSWORD, tokenOf } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

// A removal from the last workspace deletes the person's credentials while the person joins another workspace. The test
// holds a lock that stops one of the two in the middle of its transaction.

const house = consoleOfFile();
const { newEmail, openShop } = shopsOf(house);
const mails = collectMails(house);

async function mailedToken(owner: Browser, email: string): Promise<string> {
  await owner.call(inviteMember, { email, roles: ['agent'], by: 'mail', language: 'en' });
  return tokenOf(mails.at(-1)?.url ?? null);
}

async function accept(token: string): Promise<Browser> {
  const { sessionToken } = await house.visit(acceptInvitation, { token, name: 'Ann', password: PASSWORD });
  return house.open(sessionToken);
}

/** Ann is a member of the first workspace, and invited to the second. */
async function invitedAnn() {
  const [one, two] = [await openShop(), await openShop()];
  const email = newEmail();
  const ann = await accept(await mailedToken(one.owner, email));
  const token = await mailedToken(two.owner, email);
  const remove = () => one.owner.call(removeMember, { id: ann.member.memberId ?? '' });
  return { one, two, email, ann, token, remove };
}

const countWaiting = async (): Promise<number> => {
  const text = `SELECT count(*)::int AS waiting FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await house.database.db.query<{ waiting: number }>({ text })).rows[0]?.waiting ?? 0;
};

/** Runs `first` up to a lock of this statement, and `second` until it ends or waits too; then lets both finish. */
async function interleave<A, B>(held: Statement, first: () => Promise<A>, second: () => Promise<B>) {
  const { both } = await house.database.db.transaction(async (sql) => {
    await sql.query(held);
    const firstEnds = Promise.allSettled([first()]);
    await pollUntil(async () => (await countWaiting()) >= 1 || null, { what: () => 'the first to wait' });
    let isOver = false;
    const secondEnds = Promise.allSettled([second()]).finally(() => {
      isOver = true;
    });
    await pollUntil(async () => isOver || (await countWaiting()) >= 2 || null, {
      what: () => 'the second to end or wait',
    });
    return { both: Promise.all([firstEnds, secondEnds]) };
  });
  const [[firstEnd], [secondEnd]] = await both;
  return [firstEnd, secondEnd] as const;
}

const sessionOf = ({ member }: Browser): Statement => ({
  text: 'SELECT id FROM member_sessions WHERE session_id = $1 FOR UPDATE',
  values: [member.sessionId],
});
const tenantOf = ({ slug }: { slug: string }): Statement => ({
  text: 'SELECT id FROM tenants WHERE slug = $1 FOR UPDATE',
  values: [slug],
});

const slugsOf = async (browser: Browser) => (await browser.call(me, {})).workspaces.map(({ slug }) => slug);

test('a person who joins while they are removed from their only workspace keeps their password, and is only in the new one', async () => {
  const { two, email, token, remove } = await invitedAnn();
  const ended = await interleave(tenantOf(two), () => accept(token), remove);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await slugsOf(await house.signIn(email))).toEqual([two.slug]);
});

test('accepting an invitation after a removal deleted the account creates a new person', async () => {
  const { two, email, ann, token, remove } = await invitedAnn();
  const ended = await interleave(sessionOf(ann), remove, () => accept(token));
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await slugsOf(await house.signIn(email))).toEqual([two.slug]);
  expect(await house.database.db.prisma.person.count({ where: { emailKey: email } })).toBe(1);
});

test('joining with a session that a removal ends is refused, and the invitation stays open', async () => {
  const { two, ann, token, remove } = await invitedAnn();
  const [removed, joined] = await interleave(sessionOf(ann), remove, () => ann.call(joinWorkspace, { token }));
  expect(removed.status).toBe('fulfilled');
  expect(joined).toMatchObject({ status: 'rejected', reason: { code: 'permission_denied' } });
  expect(await slugsOf(await accept(token))).toEqual([two.slug]);
});

test('a person who joins while their only workspace is erased is only in the new one', async () => {
  const { one, two, email, token } = await invitedAnn();
  const ended = await interleave(
    tenantOf(two),
    () => accept(token),
    () => house.call(eraseTenant, { slug: one.slug }),
  );
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await slugsOf(await house.signIn(email))).toEqual([two.slug]);
});
