import { z } from 'zod';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { GROUP_FROM } from '../groups/group-fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { missingField } from '../when-object.ts';
import { About, EXAMPLE_PICTURE, OwnPicture, PROFILE_ERRORS, RemovedParts } from './profile-fields.ts';

/** Changes the profile of a linked phone (docs/reference/profiles.md#changing-it). */
export const updateProfile = defineAction({
  service: 'pairing',
  name: 'update-profile',
  method: 'POST',
  tag: 'profiles',
  sdk: 'profiles.update',
  mcp: 'removes',
  reference: 'docs/reference/profiles.md#changing-it',
  summary: 'Change the about or the picture of a linked phone',
  description:
    'Sets or removes the about and the picture that the linked phone shows to everyone (wd). What is not given stays. The picture is a square JPEG of at most 640 pixels and 100 KiB in base64. The name can be changed only on the phone.',
  input: z
    .object({
      ...GROUP_FROM,
      about: About.optional(),
      picture: OwnPicture.optional(),
      remove: RemovedParts.optional(),
    })
    .refine(
      ({ about, picture, remove }) => about !== undefined || picture !== undefined || remove !== undefined,
      missingField('about', 'about is required, or picture, or remove.'),
    ),
  oneOf: ['about', 'picture', 'remove'],
  output: z.object({ ok: z.literal(true), address: z.string().describe('The number of the linked phone') }),
  errors: [...PROFILE_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { about: 'Open from 9 to 5', picture: EXAMPLE_PICTURE.data },
    answer: { ok: true, address: '+16505550101' },
  },
  audit: { fields: [], change: unlogged('a profile at the network, which everyone sees') },
});
