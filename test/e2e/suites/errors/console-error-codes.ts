import { totpCode, totpStepAt } from '@parley/accounts/people/second-factor.rules';
import { REPLIES_MAX } from '@parley/common/contracts/console/canned-replies';
import { VIEWS_MAX } from '@parley/common/contracts/console/saved-views';
import type { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { LABELS_MAX } from '@parley/common/workspace/label-limits';
import { TEAMS_MAX } from '@parley/common/workspace/team-limits';
import { pollUntil } from '@parley/testing/poll-until';
import { test } from 'vitest';
import {
  CONSOLE_PASSWORD,
  type ConsoleBrowser,
  joinTenant,
  openConsoleBrowser,
  openOperatorBrowser,
} from '../../../support/console/console-browser.ts';
import type { Answer } from '../../../support/requests/call-json.ts';
import { openSystemIssuer } from '../../../support/system/system-issuer.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

const REPLY = { title: 'Title', text: 'Text' };
/** Calls of one member that run at the same time. A member may make 300 changes a minute: several fill the lists. */
const AT_ONCE = 10;

/** The error codes of the console; `produces` records each one that an answer has. */
export function consoleErrorCodes(
  getSystem: GetSystem,
  produces: (answer: Answer, code: keyof typeof ERROR_CATALOGUE) => void,
): void {
  test('of the username of a number', async () => {
    const system = getSystem();
    const { slug, wabaId, phoneNumberId: id } = await makeTenant(system);
    const { browser } = await joinTenant(system, slug, 'owner');
    produces(await browser.ask('set-username', { id, username: 'support' }), 'username_refused');
    const [sister, username] = [uniqueDigits('106'), `shop_${id}`];
    const named = { username: { name: username, status: 'approved' } } as const;
    await system.sandbox.graph.whatsapp.putAccount({ waba_id: wabaId, phone_number_id: sister, ...named });
    produces(await browser.ask('set-username', { id, username }), 'username_on_other_number');
  });

  test('of the console', { timeout: 180_000 }, async () => {
    const system = getSystem();
    const { slug } = await makeTenant(system);
    const stranger = openConsoleBrowser(system.origin);
    produces(await stranger.ask('me'), 'not_signed_in');
    const nobody = { email: 'nobody@shop.example', password: CONSOLE_PASSWORD };
    produces(await stranger.ask('sign-in', nobody), 'wrong_credentials');
    produces(await stranger.ask('sign-in', nobody, { origin: 'https://evil.example' }), 'foreign_origin');
    produces(await stranger.ask('redeem-sign-in-link', { token: 'x'.repeat(43) }), 'unknown_link');
    produces(await (await openOperatorBrowser(system)).ask('list-members'), 'no_tenant_chosen');
    const owner = await joinTenant(system, slug, 'owner');
    const agent = await joinTenant(system, slug, 'agent');
    const me = (await owner.browser.call('me', {})).member;
    produces(await agent.browser.ask('list-keys'), 'permission_denied');
    produces(await owner.browser.ask('remove-member', { id: 'mem_0000000000' }), 'unknown_member');
    produces(await owner.browser.ask('remove-member', { id: me?.id }), 'last_owner');
    produces(await owner.browser.ask('get-request', { request_id: 'req_0000000000' }), 'unknown_request');
    produces(await owner.browser.ask('show-erasure', { id: 'ers_0000000000' }), 'unknown_erasure');
    produces(await owner.browser.ask('revoke-invitation', { id: 'inv_0000000000' }), 'unknown_invitation');
    produces(await owner.browser.ask('delete-view', { id: 'viw_0000000000' }), 'unknown_view');
    produces(await owner.browser.ask('delete-note', { id: 'nte_0000000000' }), 'unknown_note');
    produces(await owner.browser.ask('delete-canned-reply', { id: 'rpl_0000000000' }), 'unknown_canned_reply');
    const fillPart = async (
      from: number,
      last: number,
      add: (filler: ConsoleBrowser, n: number) => Promise<unknown>,
    ) => {
      const { browser: filler } = await joinTenant(system, slug, 'owner');
      for (let made = from; made < last; made += AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, last - made) }, (_, n) => add(filler, made + n)));
    };
    await Promise.all([
      fillPart(0, REPLIES_MAX / 2, (filler) => filler.call('create-canned-reply', REPLY)),
      fillPart(REPLIES_MAX / 2, REPLIES_MAX, (filler) => filler.call('create-canned-reply', REPLY)),
      fillPart(0, TEAMS_MAX, (filler, n) => filler.call('create-team', { name: `Team ${n}` })),
      fillPart(0, LABELS_MAX, (filler, n) => filler.call('create-label', { title: `Label ${n}` })),
    ]);
    produces(await owner.browser.ask('create-canned-reply', REPLY), 'too_many_canned_replies');
    const view = { name: 'Unread', filter: { unread: true } };
    await Promise.all(Array.from({ length: VIEWS_MAX }, () => owner.browser.call('create-view', view)));
    produces(await owner.browser.ask('create-view', view), 'too_many_views');
    produces(await owner.browser.ask('delete-team', { id: 'tea_0000000000' }), 'unknown_team');
    produces(await owner.browser.ask('create-team', { name: 'team 1' }), 'team_exists');
    produces(await owner.browser.ask('create-team', { name: 'One more' }), 'too_many_teams');
    produces(await owner.browser.ask('delete-label', { id: 'lbl_0000000000' }), 'unknown_label');
    produces(await owner.browser.ask('create-label', { title: 'label 1' }), 'label_exists');
    produces(await owner.browser.ask('create-label', { title: 'One more' }), 'too_many_labels');
    produces(await owner.browser.ask('end-session', { session_id: 'ses_0000000000' }), 'unknown_sign_in');
    produces(await owner.browser.ask('invite-member', { email: agent.email, roles: ['agent'] }), 'member_exists');
    const closed = await makeTenant(system);
    const { browser } = await joinTenant(system, closed.slug, 'owner');
    await closed.admin('PATCH', '', { status: 'inactive' });
    const refusal = async (): Promise<Answer | null> => {
      const answer = await browser.ask('create-key');
      return answer.status === 402 ? answer : null;
    };
    produces(await pollUntil(refusal, { what: () => 'the inactive tenant to be refused' }), 'tenant_inactive');
    const { secret } = await agent.browser.call('start-second-factor', { password: CONSOLE_PASSWORD });
    produces(await agent.browser.ask('confirm-second-factor', { code: '000000' }), 'second_factor_required');
    await agent.browser.call('confirm-second-factor', { code: totpCode(secret, totpStepAt(new Date())) });
    const again = { password: CONSOLE_PASSWORD };
    produces(await agent.browser.ask('start-second-factor', again), 'second_factor_set');
  });
  test('of single sign-on', async () => {
    const system = getSystem();
    const { slug } = await makeTenant(system);
    const { browser: owner } = await joinTenant(system, slug, 'owner');
    const stranger = openConsoleBrowser(system.origin);
    const begin = { workspace: slug };
    produces(await stranger.ask('begin-single-sign-on', begin), 'unknown_single_sign_on');
    const issuer = await openSystemIssuer(system);
    issuer.registerWorkspace(slug);
    const client = { issuer: issuer.url, client_id: issuer.clientId, client_secret: issuer.clientSecret };
    await owner.call('set-single-sign-on', client);
    const { url } = await stranger.call('begin-single-sign-on', begin);
    const givenAt = async (url: string) => {
      const { searchParams } = await issuer.visit(url);
      return {
        callback: slug,
        ...Object.fromEntries(['state', 'code', 'iss'].map((name) => [name, searchParams.get(name)])),
      };
    };
    produces(await stranger.ask('finish-single-sign-on', await givenAt(url)), 'single_sign_on_refused');
    const late = await givenAt((await stranger.call('begin-single-sign-on', begin)).url);
    await issuer[Symbol.asyncDispose]();
    produces(await stranger.ask('finish-single-sign-on', late), 'single_sign_on_failed');
  });
}
