import { escapeHtml } from '@parley/common/escape-html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { redirectTo, renderPage } from '../../../../http/render-page.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import { makeSecret } from '../../state/meta-state.ts';
import { ALL_PERMISSIONS, PERMISSIONS } from '../../state/permissions.ts';
import { type Asked, renderDialog } from './render-dialog.ts';

const Query = z.object({
  client_id: z.string().min(1),
  redirect_uri: z.string().min(1),
  state: z.string().min(1),
  response_type: z.literal('code').default('code'),
  scope: z.string().optional(),
  config_id: z.string().optional(),
});
const Answer = z.object({ action: z.enum(['continue', 'cancel']) }).catchall(z.string());

export interface DialogDeps {
  state: SandboxState;
  appId: string;
  now: () => number;
}

/** `/{version}/dialog/oauth`: a person lets the application use pages; answers with a redirect. */
export function dialogRoutes(app: FastifyInstance, deps: DialogDeps) {
  const { faults, meta } = deps.state;
  const show = answerWithFaults(faults, 'fb', (request) => {
    const asked = readAsked(deps, request);
    if ('refusal' in asked) return asked.refusal;
    const { answer } = meta.dialog;
    if (answer === 'cancel') return cancelled(asked);
    return answer === 'continue' ? granted(deps, asked, presetChoice(deps, asked)) : renderDialog(meta, asked);
  });
  const decide = answerWithFaults(faults, 'fb', (request) => {
    const asked = readAsked(deps, request);
    if ('refusal' in asked) return asked.refusal;
    const answer = Answer.safeParse(request.body);
    if (!answer.success) return errorPage('Something went wrong', 'The form is not complete.');
    if (answer.data.action === 'cancel') return cancelled(asked);
    const isChosen = answer.data.chosen !== undefined;
    return granted(deps, asked, isChosen ? formChoice(deps, asked, answer.data) : presetChoice(deps, asked));
  });
  app.get('/:version/dialog/oauth', show);
  app.post('/:version/dialog/oauth', decide);
}

function readAsked(deps: DialogDeps, request: FastifyRequest): Asked | { refusal: ProviderAnswer } {
  const refuse = (title: string, text: string) => ({ refusal: errorPage(title, text) });
  const query = Query.safeParse(request.query);
  if (!query.success) {
    const field = String(query.error.issues[0]?.path[0]);
    return refuse('Something went wrong', `The parameter ${field} is required.`);
  }
  const { client_id, redirect_uri, state, scope, config_id } = query.data;
  if (client_id !== deps.appId)
    return refuse('Invalid App ID', 'The provided app ID does not look like a valid app ID.');
  if (!isRedirectUri(redirect_uri)) {
    return refuse('URL Blocked', 'This redirect failed because the redirect URI is not allowed for this app.');
  }
  if (!scope && !config_id) return refuse('Something went wrong', 'The parameter scope or config_id is required.');
  const scopes = config_id ? [...ALL_PERMISSIONS] : (scope ?? '').split(/[\s,]+/).filter(Boolean);
  const unknown = scopes.filter((name) => !(name in PERMISSIONS) && name !== 'public_profile' && name !== 'email');
  if (unknown.length > 0) return refuse('Invalid Scopes', `Invalid Scopes: ${unknown.join(', ')}.`);
  return { redirectUri: redirect_uri, state, scopes };
}

function isRedirectUri(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hash, username } = new URL(given);
  return /^https?:$/.test(protocol) && hash === '' && username === '';
}

interface Choice {
  scopes: string[];
  /** null: all pages. */
  pageIds: string[] | null;
}

function presetChoice({ state }: DialogDeps, asked: Asked): Choice {
  const { declinedPermissions, pageIds } = state.meta.dialog;
  return { scopes: asked.scopes.filter((scope) => !declinedPermissions.includes(scope)), pageIds };
}

function formChoice({ state }: DialogDeps, asked: Asked, fields: Record<string, string>): Choice {
  const all = [...state.meta.pages.keys()];
  const pageIds = all.filter((id) => `page_${id}` in fields);
  return {
    scopes: asked.scopes.filter((scope) => !(scope in PERMISSIONS) || `permission_${scope}` in fields),
    pageIds: pageIds.length === all.length ? null : pageIds,
  };
}

function granted({ state, now }: DialogDeps, asked: Asked, choice: Choice): ProviderAnswer {
  const code = makeSecret('AQ');
  const { redirectUri } = asked;
  state.meta.codes.set(code, { ...choice, code, redirectUri, issuedAtMs: now(), used: false });
  return answerBrowser(asked, { code });
}

function cancelled(asked: Asked): ProviderAnswer {
  return answerBrowser(asked, {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  });
}

/** Keeps the redirect's own query; Facebook adds the fragment. */
function answerBrowser({ redirectUri, state }: Asked, fields: Record<string, string>): ProviderAnswer {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...fields, state })) url.searchParams.set(name, value);
  url.hash = '_=_';
  return redirectTo(url.href);
}

function errorPage(title: string, text: string): ProviderAnswer {
  return renderPage(400, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}
