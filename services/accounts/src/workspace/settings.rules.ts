import { createHash } from 'node:crypto';
import { type ConsentWords, DEFAULT_CONSENT_WORDS, normalizeConsentWord } from '@parley/common/consent/consent-words';
import type { BusinessHours, updateWorkspace } from '@parley/common/contracts/console/workspace-settings';
import type { getConsentWords } from '@parley/common/contracts/operator/consent';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import type { Language } from '@parley/common/languages/languages';
import type { Tenant } from '../tenants/tenant.rules.ts';

/** The settings of a workspace as they are stored. */
export interface WorkspaceSettings extends Pick<Tenant, 'slug' | 'name' | 'retentionDays'> {
  language: Language | null;
  timeZone: string | null;
  logoVersion: string | null;
  businessHours: BusinessHours | null;
  awayMessage: string | null;
  satisfactionQuestion: string | null;
}

export type SettingsChanges = InputOf<typeof updateWorkspace>;

/**
 * An owner keeps messages for as long as the deployment does, or shorter. Only the operator grants more
 * (docs/reference/console.md#settings). Errors: invalid_retention_days.
 */
export function requireRetention(
  days: number | null | undefined,
  { held, deploymentDays }: { held: number | null; deploymentDays: number | null },
): void {
  if (days === undefined || days === null || days === held || deploymentDays === null || days <= deploymentDays) return;
  throw invalidField('retention_days', `must be at most ${deploymentDays}, the retention of this deployment`);
}

export const toSettingsView = (
  settings: WorkspaceSettings,
  deploymentDays: number | null,
): OutputOf<typeof updateWorkspace> => ({ ...settings, deploymentRetentionDays: deploymentDays });

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Signature, and the first chunk with width and height. */
const HEAD_BYTES = 33;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const SIDE_MAX = 256;
const VERSION_LENGTH = 16;

/** A logo as it is stored; its version names the content, so that browsers keep it. */
export interface WorkspaceLogo {
  image: Buffer;
  version: string;
}

/** Decodes a logo. Only a small PNG is accepted, because the browser of every member decodes it. Errors: invalid_logo. */
export function readLogo(base64: string): WorkspaceLogo {
  const image = Buffer.from(base64, 'base64');
  const isPng = image.length > HEAD_BYTES && image.subarray(0, SIGNATURE.length).equals(SIGNATURE);
  if (!isPng || image.readUInt32BE(WIDTH_AT) > SIDE_MAX || image.readUInt32BE(HEIGHT_AT) > SIDE_MAX)
    throw invalidField('logo', `must be a PNG of at most ${SIDE_MAX} by ${SIDE_MAX} pixels`);
  const version = createHash('sha256').update(image).digest('hex').slice(0, VERSION_LENGTH);
  return { image, version };
}

/** The words in effect for a tenant. */
export const showConsentWords = ({ stop, start }: ConsentWords): OutputOf<typeof getConsentWords> => ({
  stopWords: [...(stop ?? DEFAULT_CONSENT_WORDS.stop)],
  startWords: [...(start ?? DEFAULT_CONSENT_WORDS.start)],
  isDefault: stop === null && start === null,
});

/** The lists in effect must have no word in common. Throws `invalid_start_words`. */
export function requireDistinct(words: ConsentWords): void {
  const { stopWords, startWords } = showConsentWords(words);
  const stop = new Set(stopWords.map(normalizeConsentWord));
  const both = startWords.find((word) => stop.has(normalizeConsentWord(word)));
  if (both !== undefined) throw invalidField('start_words', `start_words has a word of stop_words: ${both}.`);
}
