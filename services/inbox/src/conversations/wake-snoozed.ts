import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import type { InboxService } from '../service.ts';
import { wakeDue } from './change.store.ts';

const BATCH = 200;

/**
 * Brings snoozed conversations back whose time has come (docs/reference/operator-api.md#snooze). True: more may be due.
 */
export async function wakeSnoozed({ database, bus, now }: InboxService): Promise<boolean> {
  const tenantIds = await wakeDue(database, now(), BATCH);
  if (tenantIds.length > 0) tellInboxChanged(bus, tenantIds);
  return tenantIds.length === BATCH;
}
