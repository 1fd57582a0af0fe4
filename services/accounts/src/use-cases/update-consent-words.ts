import type { updateConsentWords as contract } from '@parley/common/contracts/operator/consent';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { lockTenant } from '@parley/database/lock-tenant';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { requireDistinct, showConsentWords } from '../domain/show-consent-words.ts';
import type { AccountsService } from '../service.ts';
import { findConsentWords, saveConsentWords } from '../storage/consent-words-store.ts';

/**
 * Takes effect with the next message that is stored (docs/reference/consent.md#words). Errors: unknown_tenant,
 * invalid_start_words.
 */
export async function updateConsentWords(
  { database }: AccountsService,
  { slug, stopWords, startWords }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
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
}
