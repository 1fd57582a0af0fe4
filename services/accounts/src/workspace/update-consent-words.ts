import { verb } from '@parley/bus/verb';
import { updateConsentWords as contract } from '@parley/common/contracts/operator/consent';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import type { AccountsService } from '../service.ts';
import { requireDistinct, showConsentWords } from './settings.rules.ts';
import { findConsentWords, saveConsentWords } from './settings.store.ts';

/**
 * Takes effect with the next message that is stored (docs/reference/consent.md#words). Errors: unknown_tenant,
 * invalid_start_words.
 */
export const updateConsentWords = verb(
  contract,
  async ({ database }: AccountsService, { slug, stopWords, startWords }) => {
    const tenantId = await tenantOfSlug(database, slug);
    return database.prismaTransaction(async ({ prisma, sql }) => {
      // Otherwise concurrent changes of the two lists undo each other, or leave a word in both.
      await lockTenant(sql, tenantId);
      const held = await findConsentWords(prisma, slug);
      const words = {
        stop: stopWords === undefined ? held.stop : stopWords,
        start: startWords === undefined ? held.start : startWords,
      };
      requireDistinct(words);
      await saveConsentWords(prisma, slug, words);
      return showConsentWords(words);
    });
  },
);
