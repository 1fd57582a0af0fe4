import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';

/** A link that lets an end customer connect a page or account (source §4 #6, contract §5). */
export const connectLink = defineAction({
  service: 'channel-connect',
  name: 'connect-link',
  method: 'GET',
  tag: 'channels',
  summary: 'Make a connect link for an end customer',
  input: z.object({
    channel: z.enum(['fb', 'ig', 'tt']).describe('One of fb, ig, tt'),
    redirect_url: line(2048).describe('Absolute HTTPS URL on a public hostname'),
  }),
  output: z.object({
    ok: z.literal(true),
    channel: z.enum(['fb', 'ig', 'tt']),
    connect_url: z.string(),
    redirect_url: z.string(),
  }),
  errors: ['channel_not_allowed', 'bad_redirect_url'],
  channelField: 'channel',
});
