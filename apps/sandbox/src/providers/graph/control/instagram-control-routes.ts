import type { FastifyInstance } from 'fastify';
import type { CallbackAddress } from '../../../callbacks/callback-address.ts';
import { unknownAccount } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import { makeLoginPage } from '../state/instagram-login.ts';
import type { Page } from '../state/page.ts';
import type { InstagramApp } from '../wire/instagram/instagram-app.ts';
import { INSTAGRAM_CONTROLS, type LoginInput, type ShownLogin } from './instagram-controls.ts';
import { signRequest } from './sign-request.ts';

interface Deps {
  state: SandboxState;
  instagramApp: InstagramApp;
  appSecret: string;
  address: CallbackAddress;
  now: () => number;
}

/** Accounts with Instagram Login, and the decisions of their owners. */
export function instagramControlRoutes(app: FastifyInstance, { state, instagramApp, appSecret, address, now }: Deps) {
  const { meta } = state;
  const find = (userId: string): Page =>
    [...meta.logins.values()].find(({ instagram }) => instagram?.id === userId) ?? unknownAccount();
  const tokensOf = (page: Page) => [...meta.tokens.values()].filter(({ pageId }) => pageId === page.id);
  const secrets = { instagram: instagramApp.secret, meta: appSecret, forged: 'another secret' };

  mountControls(app, INSTAGRAM_CONTROLS, {
    putLogin(given) {
      const known = [...meta.logins.values()].find(({ instagram }) => instagram?.id === given.user_id);
      const page =
        known ?? makeLoginPage(given.user_id, given.app_scoped_id ? { appScopedId: given.app_scoped_id } : {});
      changeLogin(page, given);
      meta.logins.set(page.id, page);
      return { account: showLogin(page) };
    },
    ageLogin({ by_ms: byMs }, { id }) {
      for (const token of tokensOf(find(id))) {
        token.issuedAtMs -= byMs;
        if (token.expiresAtMs !== null) token.expiresAtMs -= byMs;
      }
    },
    revokeLogin({ subcode }, { id }) {
      for (const token of tokensOf(find(id))) token.deadSubcode ??= subcode;
    },
    async removeLogin({ call, secret, names, age_ms: ageMs }, { id }) {
      const page = find(id);
      for (const token of tokensOf(page)) token.deadSubcode ??= 458;
      page.subscribedFields = null;
      const payload = {
        algorithm: 'HMAC-SHA256',
        issued_at: Math.floor((now() - ageMs) / 1000),
        user_id: names === 'id' ? page.id : id,
      };
      const body = new URLSearchParams({ signed_request: signRequest(payload, secrets[secret]) });
      const answer = await fetch(`${address.origin() ?? unknownAccount()}/hooks/meta/${call}`, {
        method: 'POST',
        body,
      });
      return { status: answer.status, body: await answer.json() };
    },
  });
}

function changeLogin({ instagram, login }: Page, given: LoginInput) {
  if (!instagram || !login) return;
  instagram.username = given.username ?? instagram.username;
  instagram.name = given.username ?? instagram.name;
  login.accountType = given.account_type ?? login.accountType;
  login.isTester = given.tester ?? login.isTester;
  login.tokenForm = given.token_form ?? login.tokenForm;
  login.signsWith = given.signs_with ?? login.signsWith;
  login.refusedFields = given.refused_fields ?? login.refusedFields;
  if (given.refusal === 'none') delete login.refusal;
  else if (given.refusal) login.refusal = given.refusal;
}

const showLogin = ({ id, instagram, subscribedFields }: Page): ShownLogin => ({
  user_id: instagram?.id ?? '',
  app_scoped_id: id,
  username: instagram?.username ?? '',
  subscribed_fields: subscribedFields,
});
