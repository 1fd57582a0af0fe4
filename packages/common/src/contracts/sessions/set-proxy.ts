import { z } from 'zod';
import { SESSION } from '../../contract/example-values.ts';
import { changed, one } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { namesSession, ProxyUrl, SESSION_MISSING, SESSION_NAMES, ShownProxy } from './session-fields.ts';
import { sessionStatus } from './session-status.ts';

/** Sets or removes the proxy of a session (docs/reference/sessions.md#proxy). */
export const setProxy = defineAction({
  service: 'pairing',
  name: 'set-proxy',
  method: 'POST',
  tag: 'sessions',
  sdk: 'sessions.setProxy',
  mcp: 'removes',
  reference: 'docs/reference/sessions.md#proxy',
  summary: 'Set or remove the proxy of a linked device',
  description:
    'Sets or, with null, removes the proxy of a session (wd). A linked phone connects again through it at once; a code that is shown is no longer valid. Everything between the device and WhatsApp goes through the proxy, files too; while the proxy fails, the device is offline. The answer hides the password.',
  input: z
    .object({ ...SESSION_NAMES, proxy: ProxyUrl.nullable().describe('As in create-session; null for none') })
    .refine(namesSession, SESSION_MISSING),
  oneOf: ['session_token', 'id'],
  output: z.object({ ok: z.literal(true), account_id: z.int(), proxy: ShownProxy }),
  errors: ['channel_not_allowed', 'unknown_session', ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  directed: true,
  logged: {},
  example: {
    request: { session_token: SESSION, proxy: 'http://shop:secret@proxy.example:3128' },
    answer: { ok: true, account_id: 3, proxy: 'http://shop:…@proxy.example:3128' },
  },
  // The proxy is in no list of fields: the log only records that it was set.
  audit: { fields: ['id', 'account_id'], change: changed(one(sessionStatus), { fields: ['proxy'] }) },
});
