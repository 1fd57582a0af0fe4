import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance } from 'fastify';
import { mountControls } from '../../../control/mount-controls.ts';
import { renderPage } from '../../../http/render-page.ts';
import type { SmsState } from '../state/sms-state.ts';
import { SMS_CONTROLS } from './sms-controls.ts';

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
  mountControls(app, SMS_CONTROLS, {
    sms: () => ({ sms: sms.taken.all() }),
    behaveSms({ behaviour, count }) {
      sms.behaviour.behave(behaviour, count);
    },
  });
}
