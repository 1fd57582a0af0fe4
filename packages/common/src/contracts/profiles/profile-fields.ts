import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import type { ErrorCode } from '../../errors/error-catalogue.ts';
import { text } from '../../fields.ts';

/** The longest about, in characters. */
export const ABOUT_MAX = 139;
/** The largest picture that a phone sets, and the longest side of it in pixels. */
export const PICTURE_MAX_BYTES = 100 * 1024;
export const PICTURE_MAX_PIXELS = 640;
/** Base64 with the padding. */
const BASE64_MAX = Math.ceil(PICTURE_MAX_BYTES / 3) * 4;

export const About = text(ABOUT_MAX).describe('The line below the name, at most 139 characters');

export const OwnPicture = z
  .base64('must be the base64 of a JPEG')
  .min(1)
  .max(BASE64_MAX)
  .describe('A square JPEG in base64, at most 640 pixels wide and 100 KiB');

const PROFILE_PARTS = ['about', 'picture'] as const;
export const RemovedParts = z.array(z.enum(PROFILE_PARTS)).min(1).max(PROFILE_PARTS.length).describe('Parts to remove');

/** A picture as the network stores it. */
export const ProfilePicture = z
  .object({ mime_type: z.string().describe('image/jpeg'), data: z.string().describe('Base64') })
  .register(SCHEMA_NAMES, { id: 'ProfilePicture' });

/** Errors of every act on profiles and blocked people (docs/reference/profiles.md#errors). */
export const PROFILE_ERRORS = [
  'channel_not_allowed',
  'not_connected',
  'rate_limited',
  'device_error',
  'provider_timeout',
] as const satisfies readonly ErrorCode[];

/** A JPEG of one pixel, for examples. */
export const EXAMPLE_PICTURE = { mime_type: 'image/jpeg', data: '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==' };
