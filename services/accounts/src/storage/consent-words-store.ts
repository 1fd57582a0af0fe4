import { ConsentWords } from '@parley/common/consent-words';
import { AppError } from '@parley/common/errors';
import { JSON_NULL } from '@parley/database/json-null';
import type { Prisma } from '@parley/prisma/client';

type Client = Prisma.TransactionClient;

/** A tenant's own words. Errors: unknown_tenant. */
export async function findConsentWords({ tenant }: Client, slug: string): Promise<ConsentWords> {
  const found = await tenant.findUnique({ where: { slug }, select: { consentWords: true } });
  if (!found) throw new AppError('unknown_tenant');
  return found.consentWords === null ? { stop: null, start: null } : ConsentWords.parse(found.consentWords);
}

/** Null for both lists stores null, so that the tenant follows changes of the defaults. */
export async function saveConsentWords({ tenant }: Client, slug: string, words: ConsentWords): Promise<void> {
  const isDefault = words.stop === null && words.start === null;
  await tenant.updateMany({ where: { slug }, data: { consentWords: isDefault ? JSON_NULL : words } });
}
