import { escapeHtml } from '@parley/common/escape-html';
import type { FastifyInstance } from 'fastify';
import { renderPage } from '../../../http/render-page.ts';
import type { AiState } from '../state/ai-state.ts';
import type { AskedEntry } from '../state/asked.ts';

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
