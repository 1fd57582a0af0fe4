import { defineBatchStatement } from '@parley/database/statements/statement';
import { personOf } from './is-opted-out.ts';

const DAY_MS = 24 * 3_600_000;
/** Meta's limit of marketing messages for each person (docs/reference/wa.md#marketing-limit). */
const MARKETING_LIMIT = 131049;

/** A person to whom the platform delivers no marketing for a day, named by the message that it refused. */
export interface HeldMarketing {
  messageId: string;
  until: Date;
}

/** The hold that a refused message leaves behind; none for another refusal. */
export const marketingHoldOf = (
  messageId: string,
  error: { provider_code: string | number | null } | null,
  at: Date,
): HeldMarketing[] =>
  String(error?.provider_code) === String(MARKETING_LIMIT)
    ? [{ messageId, until: new Date(at.getTime() + DAY_MS) }]
    : [];

/**
 * Keeps until when the persons of these messages get no marketing. Locks last, after messages, in the order of the
 * contacts; a row without a decision leaves their consent as it is.
 */
export const holdMarketing = defineBatchStatement({
  name: 'consent.hold-marketing',
  plan: 'index',
  text: (items) => `INSERT INTO consents AS s (contact_id, tenant_id, marketing_held_until)
         SELECT p.contact_id, p.tenant_id, max(p.until)
           FROM (SELECT ${personOf('c')} AS contact_id, c.tenant_id, w.until
                   FROM ${items.as('w')}
                  CROSS JOIN LATERAL (SELECT * FROM messages e WHERE e.id = w.message_id LIMIT 1) m
                  CROSS JOIN LATERAL (SELECT * FROM conversations e WHERE e.id = m.conversation_id LIMIT 1) c) p
          GROUP BY p.contact_id, p.tenant_id
          ORDER BY p.contact_id
         ON CONFLICT (contact_id) DO UPDATE
            SET marketing_held_until = greatest(s.marketing_held_until, excluded.marketing_held_until)`,
  items: { messageId: 'int8', until: 'timestamptz' },
});

/** SQL: until when the contact in this column gets no marketing; null: no hold is known. */
export const marketingHeldUntil = (contactId: string): string =>
  `(SELECT s.marketing_held_until FROM consents s WHERE s.contact_id = ${contactId} LIMIT 1)`;
