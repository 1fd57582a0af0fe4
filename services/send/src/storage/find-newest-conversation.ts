import { ACCOUNT, CONVERSATION } from './account-columns.ts';

/**
 * SQL: the newest conversation of the contact `d` on a connected account, with that account; `isNamed` is a condition on
 * the account `n`. The lookups go from the person to the conversations and then to their accounts, of which a tenant may
 * have thousands. LIMIT 1 makes each lookup use its index: the plan of plain joins would depend on statistics, which new
 * tables do not have.
 */
export const findNewestConversation = (isNamed: string): string =>
  `SELECT ${CONVERSATION}, ${ACCOUNT}
     FROM conversations c
    CROSS JOIN LATERAL (SELECT * FROM channel_accounts e WHERE e.id = c.channel_account_id LIMIT 1) n
    WHERE c.contact_id = d.contact_id AND n.status = 'connected' AND (w.sender IS NULL OR ${isNamed})
    ORDER BY c.last_message_at DESC, n.id LIMIT 1`;

/** SQL: whether a message of the tenant `w.tenant_id` may have to pause a bot; `isByPerson` is a condition. */
export const mayPauseBot = (isByPerson: string): string =>
  `EXISTS (SELECT 1 FROM bots b WHERE b.tenant_id = w.tenant_id AND b.enabled AND b.deleted_at IS NULL AND (b.pause_on_api OR ${isByPerson}))`;
