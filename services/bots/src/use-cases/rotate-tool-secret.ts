import type { rotateToolSecret as contract } from '@parley/common/contracts/operator/bots';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/standard-signature';
import { rowIdOf, toolSecretPurpose } from '../domain/bot.ts';
import type { BotsService } from '../service.ts';
import { saveToolSecret } from '../storage/bot-store.ts';

/** Replaces the secret that signs the calls of a bot's tools. Errors: unknown_tenant, unknown_bot. */
export async function rotateToolSecret(
  { database, cipher, now }: BotsService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const toolSecret = makeStandardSecret();
  const sealed = cipher.encrypt(toolSecret, toolSecretPurpose(tenantId));
  const isSaved = await saveToolSecret(database.prisma, { tenantId, id: rowIdOf(id) }, sealed, now());
  if (!isSaved) throw new AppError('unknown_bot');
  return { toolSecret };
}
