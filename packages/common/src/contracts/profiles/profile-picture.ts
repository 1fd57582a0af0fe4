import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { GROUP_FROM, GroupPerson } from '../groups/group-fields.ts';
import { EXAMPLE_PICTURE, PROFILE_ERRORS, ProfilePicture } from './profile-fields.ts';

export const PICTURE_SIZES = ['preview', 'full'] as const;

/** The picture of one person (docs/reference/profiles.md#picture-of-a-person). */
export const profilePicture = defineAction({
  service: 'pairing',
  name: 'profile-picture',
  method: 'GET',
  tag: 'profiles',
  sdk: 'profiles.picture',
  mcp: 'reads',
  reference: 'docs/reference/profiles.md#picture-of-a-person',
  summary: 'Get the picture of a person',
  description:
    'Returns the picture that a person shows to the linked phone (wd), or null if there is none or the person hides it. Ask for one when it is shown, and not for all people: the network restricts accounts that do. Pictures are cached for an hour, and look-ups are slow on purpose: more than 50 at once, then one a second, is rate_limited.',
  input: z.object({
    ...GROUP_FROM,
    address: GroupPerson.describe('The number of a person, or the hidden id'),
    size: z.enum(PICTURE_SIZES).default('preview').describe('preview is about 96 pixels wide, full at most 640'),
  }),
  output: z.object({ ok: z.literal(true), address: z.string(), picture: ProfilePicture.nullable() }),
  errors: PROFILE_ERRORS,
  channel: 'wd',
  deadlineMs: 25_000,
  logged: { size: z.enum(PICTURE_SIZES) },
  example: {
    request: { address: '+16505550123' },
    answer: { ok: true, address: '+16505550123', picture: EXAMPLE_PICTURE },
  },
});
