import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { GROUP_FROM } from '../groups/group-fields.ts';
import { EXAMPLE_PICTURE, PROFILE_ERRORS, ProfilePicture } from './profile-fields.ts';

/** The profile of a linked phone (docs/reference/profiles.md#own-profile). */
export const profile = defineAction({
  service: 'pairing',
  name: 'profile',
  method: 'GET',
  tag: 'profiles',
  sdk: 'profiles.get',
  mcp: 'reads',
  reference: 'docs/reference/profiles.md#own-profile',
  summary: 'Get the profile of a linked phone',
  description: 'Returns the about and the picture that the linked phone shows to people (wd).',
  input: z.object({ ...GROUP_FROM }),
  output: z.object({
    ok: z.literal(true),
    address: z.string().describe('The number of the linked phone'),
    about: z.string().nullable(),
    picture: ProfilePicture.nullable(),
  }),
  errors: PROFILE_ERRORS,
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: {},
    answer: { ok: true, address: '+16505550101', about: 'Open from 9 to 5', picture: EXAMPLE_PICTURE },
  },
});
