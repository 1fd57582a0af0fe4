import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance } from 'fastify';
import { mountControls } from '../../../control/mount-controls.ts';
import { renderPage } from '../../../http/render-page.ts';
import type { AiState } from '../state/ai-state.ts';
import type { AskedEntry } from '../state/asked.ts';
import type { KnownKey } from '../state/key-behaviours.ts';
import { AI_CONTROLS } from './ai-controls.ts';

const showKey = ({ provider, key, behaviour, requests, tokens }: KnownKey) => ({
  provider,
  key,
  behaviour,
  requests,
  tokens,
});

/** Controls the emulated providers of language models. */
export function aiRoutes(app: FastifyInstance, { ai }: { ai: AiState }): void {
  mountControls(app, AI_CONTROLS, {
    behave({ provider, key, behaviour, count, retry_after_ms, location }) {
      const given = { behaviour, retryAfterMs: retry_after_ms ?? null, location: location ?? null };
      return { key: showKey(ai.keys.behave(provider, key, given, count)) };
    },
    keys: () => ({ keys: ai.keys.list().map(showKey) }),
    answer(rule) {
      ai.addRule(rule);
    },
    setAnswers({ rules }) {
      ai.setRules(rules);
    },
    asked({ provider, key, since, limit }) {
      const found = ai.asked
        .since(since, Number.POSITIVE_INFINITY)
        .filter(({ entry }) => (provider ?? entry.provider) === entry.provider && (key ?? entry.key) === entry.key)
        .slice(0, limit);
      return { total: ai.asked.total(), asked: found.map(({ seq, entry }) => ({ seq, ...entry })) };
    },
  });
}

const MAX_SHOWN = 100;

function showEntry({ at, provider, api, key, model, messages, status, answer, tokens }: AskedEntry): string {
  const last = messages.at(-1)?.text ?? '';
  const cost = tokens ? `${tokens.input} + ${tokens.output} tokens` : 'no tokens';
  const about = `${provider} ${api} · ${model} · key …${key.slice(-4)} · ${status} · ${cost} · ${at}`;
  return `<li><bdi>${escapeHtml(last)}</bdi> → <bdi>${escapeHtml(answer ?? '(no text)')}</bdi><small>${escapeHtml(about)}</small></li>`;
}

/** A page of the calls to the models, newest first. */
export function aiPage(app: FastifyInstance, { ai }: { ai: AiState }): void {
  app.get('/sandbox/ai', (_request, reply) => {
    const rows = ai.asked.all().toReversed().slice(0, MAX_SHOWN).map(showEntry);
    const content = rows.length === 0 ? '<p class="note">No model was asked yet.</p>' : `<ul>${rows.join('')}</ul>`;
    const { status, headers, body } = renderPage(200, 'AI', `<h1>AI</h1>${content}`);
    return reply
      .code(status)
      .headers(headers ?? {})
      .send(body);
  });
}
