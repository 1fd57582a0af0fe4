import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { Instant, line } from '../../fields.ts';
import { storableText } from '../../text/storable.ts';
import { pairCode } from '../sessions/pair-code.ts';
import { SessionStatus } from '../sessions/session-fields.ts';

const Since = Instant.describe('Of the status. Another one: what was shown for linking has been replaced');

/** The last part of `{public origin}/pair/{token}`: valid only for one session's first linking. */
const PageToken = storableText(200).min(1);

/**
 * open: a phone can be linked. linking: a phone has just used the code. paused: no phone can be linked while the tenant
 * is inactive. over: the link no longer has any effect.
 */
export const PairPageStage = z.enum(['open', 'linking', 'linked', 'paused', 'over']);

/** The state of a session's hosted page (docs/reference/sessions.md#hosted-page). */
export const PairPage = z.object({
  stage: PairPageStage,
  status: SessionStatus,
  reason: z.string().nullable(),
  since: Since,
  label: z.string(),
  passkeyKey: z
    .object({ tenantId: z.int(), instanceId: z.string() })
    .optional()
    .describe('The key of the session, where the network asked for a passkey'),
});
export type PairPage = z.infer<typeof PairPage>;

/** An end customer opened the page, or the page polls. */
export const openPairPage = defineInternal({
  service: 'pairing',
  name: 'open-pair-page',
  input: z.object({ token: PageToken }),
  output: PairPage,
  errors: ['unknown_session'],
});

/** The page shows a QR. */
export const pairPageQr = defineInternal({
  service: 'pairing',
  name: 'pair-page-qr',
  input: z.object({ token: PageToken }),
  output: z.object({ image: z.string().describe('data:image/png;base64,…'), expiresAt: Instant, since: Since }),
  errors: ['unknown_session', 'tenant_inactive', 'already_connected', 'rate_limited', 'device_error'],
  directed: true,
});

/** The page requests a pairing code. */
export const pairPageCode = defineInternal({
  service: 'pairing',
  name: 'pair-page-code',
  input: z.object({ token: PageToken, phone: line(30) }),
  output: z.object({ pairingCode: z.string().describe('ABCD-EFGH'), expiresAt: Instant, since: Since }),
  errors: ['unknown_session', 'tenant_inactive', 'already_connected', 'rate_limited', 'device_error'],
  deadlineMs: pairCode.deadlineMs,
  directed: true,
});
