import { verb } from '@parley/bus/verb';
import { getConsentWords as contract } from '@parley/common/contracts/operator/consent';
import type { AccountsService } from '../service.ts';
import { showConsentWords } from './settings.rules.ts';
import { findConsentWords } from './settings.store.ts';

/** The words with which people of a tenant opt out and in (docs/reference/consent.md#words). Errors: unknown_tenant. */
export const getConsentWords = verb(contract, async ({ database }: AccountsService, { slug }) =>
  showConsentWords(await findConsentWords(database.prisma, slug)),
);
