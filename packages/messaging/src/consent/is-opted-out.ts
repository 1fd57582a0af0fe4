/**
 * SQL: whether the contact in this column opted out of marketing. With LIMIT each look-up uses its index; with EXISTS the
 * planner may hash the whole table.
 */
export const isOptedOut = (contactId: string): string =>
  `((SELECT s.contact_id FROM consents s WHERE s.contact_id = ${contactId} AND s.opted_out LIMIT 1) IS NOT NULL)`;

/**
 * SQL: the person of the conversation `c`: the contact that has its address now. After a merge, some conversations still
 * refer to a merged contact, which no longer has an address.
 */
export const personOf = (c: string): string =>
  `coalesce((SELECT e.contact_id FROM contact_addresses e
              WHERE e.tenant_id = ${c}.tenant_id AND e.channel = ${c}.channel AND e.address = ${c}.peer LIMIT 1), ${c}.contact_id)`;
