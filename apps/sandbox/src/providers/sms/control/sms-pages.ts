import { escapeHtml } from '@parley/common/escape-html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { renderPage } from '../../../http/render-page.ts';
import type { SmsState } from '../state/sms-state.ts';

/** Body of POST /sandbox/sms/behaviour. */
export const SmsBehaviourInput = z.object({
  behaviour: z.enum(['take', 'busy', 'fail', 'refuse', 'silent']),
  count: z.int().min(1).max(10_000).optional(),
});

/** The accepted SMS, for people and for tests, and the providers' behaviour (docs/operations/sandbox.md). */
export function smsPages(app: FastifyInstance, { sms }: { sms: SmsState }): void {
  app.get('/sandbox/sms', (_request, reply) => {
    const rows = sms.taken
      .all()
      .toReversed()
      .map(
        ({ to, text, at, provider }) =>
          `<li><bdi>${escapeHtml(text)}</bdi><small>${escapeHtml(to)} · ${provider} · ${at}</small></li>`,
      );
    const content = rows.length === 0 ? '<p class="note">No SMS has come yet.</p>' : `<ul>${rows.join('')}</ul>`;
    const { status, headers, body } = renderPage(200, 'SMS', `<h1>SMS</h1>${content}`);
    return reply
      .code(status)
      .headers(headers ?? {})
      .send(body);
  });
  app.get('/sandbox/sms-list', async () => ({ ok: true, sms: sms.taken.all() }));
  app.post('/sandbox/sms/behaviour', async (request) => {
    const { behaviour, count } = SmsBehaviourInput.parse(request.body);
    sms.behaviour.behave(behaviour, count);
    return { ok: true };
  });
}
