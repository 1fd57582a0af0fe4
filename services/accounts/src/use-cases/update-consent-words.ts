import type { updateConsentWords as contract } from '@parley/common/contracts/operator/consent';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
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
  const held = await findConsentWords(database.prisma, slug);
  const words = {
    stop: stopWords === undefined ? held.stop : stopWords,
    start: startWords === undefined ? held.start : startWords,
  };
  requireDistinct(words);
  await saveConsentWords(database.prisma, slug, words);
  return showConsentWords(words);
}
