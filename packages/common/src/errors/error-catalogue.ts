import { CALLER_ERRORS } from '../error-catalogue/caller-errors.ts';
import type { CatalogueEntry } from '../error-catalogue/catalogue-entry.ts';
import { CHANNEL_ERRORS } from '../error-catalogue/channel-errors.ts';
import { MEMBER_ERRORS } from '../error-catalogue/member-errors.ts';
import { PLATFORM_ERRORS } from '../error-catalogue/platform-errors.ts';

/** Every error code except the field codes `missing_<field>` and `invalid_<field>` (docs/reference/errors.md). */
export const ERROR_CATALOGUE = {
  ...CALLER_ERRORS,
  ...MEMBER_ERRORS,
  ...CHANNEL_ERRORS,
  ...PLATFORM_ERRORS,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
