import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  answerDialog,
  authorizePages,
  authorizeTiktok,
  comeBack,
  connectPage,
  type DialogChoice,
  makeLink,
  makePage,
  makeTiktok,
  newVisitor,
  openDialog,
  pressDialog,
  REDIRECT_URL,
  redirectParameters,
  walkLink,
} from '../../../support/channels/connect-channels.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import { makeTenant } from '../../../support/tenants/client.ts';
import { expectSigned, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const META = { channels: ['fb', 'ig', 'tt'], connectWa: false };

/** Connect links over plain HTTP (docs/reference/channels.md#connect-links). */
export function connectLinkSuite(getSystem: GetSystem): void {
  describe('a connect link', () => {
    test('answers ok, channel, connect_url and redirect_url', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      for (const channel of ['fb', 'ig', 'tt'] as const) {
        const { status, body } = await makeLink(tenant, channel);
        expect({ status, body }).toEqual({
          status: 200,
          body: { ok: true, channel, connect_url: expect.any(String), redirect_url: REDIRECT_URL },
        });
        expect(body.connect_url).toMatch(new RegExp(`^${system.origin}/connect/[\\w-]{20,}$`));
      }
    });

    test('a redirect_url that is not an absolute https address on a public host is bad_redirect_url', async () => {
      const tenant = await makeTenant(getSystem(), META);
      const bad = [
        '/done',
        'example.com/done',
        'http://127.0.0.1/done',
        'ftp://127.0.0.1/done',
        'javascript:alert(1)',
        'https://10.0.0.1/done',
        'https://169.254.169.254/latest',
        'https://[::ffff:10.0.0.1]/',
        'https://nowhere.invalid/done',
        'https:///done',
      ];
      for (const url of bad)
        expect(await makeLink(tenant, 'fb', url), url).toMatchObject({
          status: 400,
          body: { ok: false, error: 'bad_redirect_url' },
        });
    });

    test('a missing redirect_url, a missing channel and an invalid channel name the field; a channel outside the key’s list is 403', async () => {
      const tenant = await makeTenant(getSystem(), { channels: ['fb'], connectWa: false });
      const asked = async (query: Record<string, string>) => (await tenant.get('connect-link', query)).body.error;
      expect(await asked({ channel: 'fb' })).toBe('missing_redirect_url');
      expect(await asked({ redirect_url: REDIRECT_URL })).toBe('missing_channel');
      expect(await asked({ channel: 'wd', redirect_url: REDIRECT_URL })).toBe('invalid_channel');
      expect(await makeLink(tenant, 'tt')).toMatchObject({ status: 403, body: { error: 'channel_not_allowed' } });
    });

    test('one authorization connects fb and ig: one redirect names both, and two signed channel.connected follow', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await makePage(system);
      const { body } = await makeLink(tenant, 'fb');
      const redirect = await walkLink(body.connect_url, 'continue', { pages: [page] });
      expect(redirect.href.startsWith('https://127.0.0.1:9/done?cart=1&service_status=success&')).toBe(true);
      expect(redirect.hash).toBe('#top');
      expect(redirectParameters(redirect)).toEqual({
        service_status: 'success',
        channel: 'fb',
        connected: '2',
        ids: `${page.id},${page.instagram.id}`,
      });

      const connected = await webhooksOf(tenant, 'channel.connected', 2);
      for (const webhook of connected) expectSigned(webhook, tenant.webhookSecret);
      expect(connected.map(({ body: event }) => event.data)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ channel: 'fb', id: page.id, name: page.name }),
          expect.objectContaining({ channel: 'ig', id: page.instagram.id, name: page.instagram.username }),
        ]),
      );
      expect((await tenant.get('channels')).body).toMatchObject({
        counts: { fb: 1, ig: 1, tt: 0 },
        channels: expect.arrayContaining([
          expect.objectContaining({ channel: 'fb', id: page.id, name: page.name, status: 'connected' }),
          expect.objectContaining({ channel: 'ig', id: page.instagram.id, status: 'connected' }),
        ]),
      });
      const shown = await system.sandbox.graph.putPage({ id: page.id });
      expect(shown.subscribed_fields).toEqual(expect.arrayContaining(['messages', 'feed']));
    });

    test('a link for ig connects the page behind the account as well', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await makePage(system);
      expect(await authorizePages(tenant, [page], 'ig')).toMatchObject({ channel: 'ig', connected: '2' });
      const connected = await webhooksOf(tenant, 'channel.connected', 2);
      expect(connected.map(({ body }) => body.data.channel).sort()).toEqual(['fb', 'ig']);
    });

    test('nothing is connected before the end customer authorizes, and channel.connected comes once', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const account = await makeTiktok(system);
      const { body } = await makeLink(tenant, 'tt');
      await openDialog(body.connect_url);
      expect((await tenant.get('channels')).body.counts).toEqual({ fb: 0, ig: 0, tt: 0 });
      expect(await authorizeTiktok(tenant, account)).toEqual({
        service_status: 'success',
        channel: 'tt',
        connected: '1',
        ids: account.openId,
      });
      const connected = await webhookOf(tenant, 'channel.connected');
      expect(connected.body.data).toMatchObject({ channel: 'tt', id: account.openId, name: account.name });
      // The same person authorizes again: the tokens are new, the channel is not.
      expect(await authorizeTiktok(tenant, account)).toMatchObject({ service_status: 'success' });
      await connectPage(system, tenant, { instagram: false });
      await webhookOf(tenant, 'channel.connected', ({ channel }) => channel === 'fb');
      expect(await webhooksOf(tenant, 'channel.connected', 2)).toHaveLength(2);
    });

    test('a cancelled link reports that, connects nothing, and can be opened again', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      for (const channel of ['fb', 'tt'] as const) {
        const { body } = await makeLink(tenant, channel);
        for (let visit = 0; visit < 2; visit++)
          expect(redirectParameters(await walkLink(body.connect_url, 'cancel'))).toEqual({
            service_status: 'cancelled',
          });
      }
      expect((await tenant.get('channels')).body.channels).toEqual([]);
      expect(await tenant.webhooks()).toEqual([]);
    });

    test('works for one authorization: a second one gets link_used, and so does a replayed callback', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await makePage(system, { instagram: false });
      const { body } = await makeLink(tenant, 'fb');
      const dialog = await openDialog(body.connect_url);
      const answer = async () => redirectParameters(await answerDialog(dialog, 'continue', { pages: [page] }));
      expect(await answer()).toMatchObject({ service_status: 'success' });
      expect(await answer()).toEqual({ service_status: 'error', error: 'link_used' });
      expect(redirectParameters(new URL(await openDialog(body.connect_url)))).toEqual({
        service_status: 'error',
        error: 'link_used',
      });
    });

    test('opened twice accepts only the answer of the last visit', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const { body } = await makeLink(tenant, 'fb');
      const earlier = await openDialog(body.connect_url);
      await openDialog(body.connect_url);
      expect(redirectParameters(await answerDialog(earlier))).toEqual({
        service_status: 'error',
        error: 'state_mismatch',
      });
    });

    test('is bound to the browser that saw Parley’s page: a forwarded dialog and a planted callback connect nothing', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const refused = { service_status: 'error', error: 'other_browser' };
      for (const channel of ['fb', 'tt'] as const) {
        const { body } = await makeLink(tenant, channel);
        const dialog = await openDialog(body.connect_url);
        const callback = await pressDialog(dialog);
        expect(redirectParameters(await comeBack(callback, newVisitor()))).toEqual(refused);
        const another = newVisitor();
        await openDialog((await makeLink(tenant, channel)).body.connect_url, another);
        expect(redirectParameters(await comeBack(callback, another))).toEqual(refused);
      }
      expect((await tenant.get('channels')).body.channels).toEqual([]);
      expect(await tenant.webhooks()).toEqual([]);
    });

    test('without the permissions for messages is missing_permissions, without a page no_page, and without ig no_instagram_account', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await makePage(system, { instagram: false });
      const walk = async (channel: 'fb' | 'ig', choice: DialogChoice) => {
        const { body } = await makeLink(tenant, channel);
        return redirectParameters(await walkLink(body.connect_url, 'continue', choice));
      };
      const failed = (error: string) => ({ service_status: 'error', error });
      expect(await walk('fb', { pages: [page], declined: ['pages_messaging'] })).toEqual(failed('missing_permissions'));
      expect(await walk('fb', { pages: [] })).toEqual(failed('no_page'));
      expect(await walk('ig', { pages: [page] })).toEqual(failed('no_instagram_account'));
      expect((await tenant.get('channels')).body.channels).toEqual([]);
    });

    test('for a page of another tenant is already_connected and leaves it there', async () => {
      const system = getSystem();
      const [owner, other] = [await makeTenant(system, META), await makeTenant(system, META)];
      const page = await connectPage(system, owner);
      expect(await authorizePages(other, [page])).toEqual({
        service_status: 'error',
        error: 'already_connected',
      });
      expect((await owner.get('channels')).body.counts).toMatchObject({ fb: 1, ig: 1 });
      expect((await other.get('channels')).body.counts).toMatchObject({ fb: 0, ig: 0 });
    });

    test('with an unknown token is an HTML page with 404 that reveals nothing', async () => {
      const { origin } = getSystem();
      const answer = await request(`${origin}/connect/${'x'.repeat(43)}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(await answer.body.text()).toContain('Unknown link');
      const callback = await request(`${origin}/connect/callback/meta?code=1&state=${'x'.repeat(43)}`);
      expect(callback.statusCode).toBe(404);
      await callback.body.dump();
    });

    test('accepts GET only: another method is 405 method_not_allowed', async () => {
      const tenant = await makeTenant(getSystem(), META);
      expect(await tenant.post('connect-link', { channel: 'fb', redirect_url: REDIRECT_URL })).toMatchObject({
        status: 405,
        body: { error: 'method_not_allowed' },
      });
      expect((await callJson('GET', `${tenant.base}?action=connect-link`)).body.error).toBe('missing_api_key');
    });
  });
}
