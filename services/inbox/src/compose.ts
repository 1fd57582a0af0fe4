import type { ServiceProcess } from '@parley/bus/run-alone';
import { makeTellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import type { ServiceStores } from '@parley/database/open-stores';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { publicUrlOf } from '@parley/runtime/environment';
import { makeChangeStore } from './storage/change-transaction.ts';
import { makeConversationStore } from './storage/conversation-store.ts';
import { countLeftOf, detachContacts, findPersonOf } from './storage/erase-store.ts';
import { countUnsettledOfTenant } from './storage/erase-tenant-store.ts';
import { makeInErasureTransaction } from './storage/erasure-transaction.ts';
import { makeIsMember } from './storage/member-lookup.ts';
import { makePeopleSearchStore } from './storage/people-search-store.ts';
import { makePeopleWordsStore } from './storage/people-words-store.ts';
import { makeRetentionStore } from './storage/retention-store.ts';
import { makeSearchStore } from './storage/search-store.ts';
import { makeWordsStore } from './storage/words-store.ts';
import { makeChangeConversations } from './use-cases/change-conversations.ts';
import { makeEraseData } from './use-cases/erase-data.ts';
import { makeIndexMessages } from './use-cases/index-messages.ts';
import { makeIndexPeople } from './use-cases/index-people.ts';
import { makeKeepRetention } from './use-cases/keep-retention.ts';
import { makeConversationQueries } from './use-cases/read-conversations.ts';
import { makeSearchMessages } from './use-cases/search-messages.ts';
import { makeSearchPeople } from './use-cases/search-people.ts';

export const USE_CASES = Symbol('inbox.use-cases');

/** Dependencies of the service. */
export interface InboxParts extends ServiceProcess, ServiceStores {
  now?: () => Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Builds every use case of the service. */
export function makeUseCases({ environment, database, cipher, bus, ...parts }: InboxParts) {
  const now = parts.now ?? (() => new Date());
  const reading = mapDatabaseErrorsWithPrisma(database);
  const tenantOf = makeTenantOf(reading);
  return {
    conversations: makeConversationQueries({
      store: makeConversationStore(reading),
      tenantOf,
      mediaAddressOf: makeMediaAddress(publicUrlOf(environment), cipher).of,
      now,
    }),
    searchMessages: makeSearchMessages({ store: makeSearchStore(reading), tenantOf }),
    searchPeople: makeSearchPeople({ store: makePeopleSearchStore(reading), tenantOf }),
    indexMessages: makeIndexMessages(makeWordsStore(database), now),
    indexPeople: makeIndexPeople(makePeopleWordsStore(database)),
    changeConversations: makeChangeConversations({
      ...makeChangeStore(reading),
      isMember: makeIsMember(database.prisma),
      tenantOf,
      wake: makeWakeDeliveries(bus),
      tellChanged: makeTellInboxChanged(bus),
      now,
    }),
    keepRetention: makeKeepRetention({ ...makeRetentionStore(database, environment.PARLEY_RETENTION_DAYS), now }),
    eraseData: makeEraseData({
      findPersonOf: (tenantId, contactId, foundAt) => findPersonOf(reading, tenantId, contactId, foundAt),
      detachContacts: (tenantId, contactIds) => detachContacts(reading, tenantId, contactIds),
      countLeftOf: (person) => countLeftOf(reading, person),
      countUnsettledOfTenant: (tenantId) => countUnsettledOfTenant(reading, tenantId),
      inTransaction: makeInErasureTransaction(reading, cipher),
      now,
    }),
  };
}
