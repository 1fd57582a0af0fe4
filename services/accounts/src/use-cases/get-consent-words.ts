import type { getConsentWords as contract } from '@parley/common/contracts/operator/consent';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { showConsentWords } from '../domain/show-consent-words.ts';
import type { AccountsService } from '../service.ts';
import { findConsentWords } from '../storage/consent-words-store.ts';

/** The words with which people of a tenant opt out and in (docs/reference/consent.md#words). Errors: unknown_tenant. */
export const getConsentWords = async (
  { database }: AccountsService,
  { slug }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> => showConsentWords(await findConsentWords(database.prisma, slug));
