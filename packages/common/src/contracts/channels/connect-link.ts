import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { made } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { ConnectWay } from '../internal/connect-link.ts';

/** Longer than the longest valid one, so that a long one has the code of an invalid one. */
const REDIRECT_URL_MAX = 16_384;

/** A link with which an end customer connects a page, an account or a number (docs/reference/channels.md#connect-links). */
export const connectLink = defineAction({
  service: 'channel-connect',
  name: 'connect-link',
  method: 'GET',
  tag: 'channels',
  sdk: 'channels.connectLink',
  mcp: 'adds',
  reference: 'docs/reference/channels.md#connect-links',
  summary: 'Make a connect link for an end customer',
  description:
    'Returns a `connect_url` where an end customer connects their own page or account of fb (Messenger), ig (Instagram) or tt (TikTok), or their own number of wa (WhatsApp). The link is valid for 30 minutes and one authorization. Anyone can forge the redirect back: wait for the event channel.connected. An address that is not public HTTPS is bad_redirect_url.',
  input: z.object({
    channel: z.enum(['wa', 'fb', 'ig', 'tt']).describe('One of wa, fb, ig, tt'),
    // Any text: an invalid one is bad_redirect_url, not invalid_redirect_url
    // (docs/reference/channels.md#connect-links).
    redirect_url: z
      .string()
      .min(1)
      .max(REDIRECT_URL_MAX)
      .describe(
        'Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels',
      ),
    via: ConnectWay.optional().describe(
      'ig: the login that the link offers. facebook connects accounts that are linked to a Facebook page, instagram any professional account; left out, the person chooses among those that are set up',
    ),
  }),
  output: z.object({
    ok: z.literal(true),
    channel: z.enum(['wa', 'fb', 'ig', 'tt']),
    connect_url: z.string(),
    redirect_url: z.string(),
  }),
  errors: ['channel_not_allowed', 'bad_redirect_url'],
  channelField: 'channel',
  logged: { channel: Channel },
  example: {
    request: { channel: 'fb', redirect_url: 'https://shop.example/connected' },
    answer: {
      ok: true,
      channel: 'fb',
      connect_url: 'https://parley.example/connect/3f1c',
      redirect_url: 'https://shop.example/connected',
    },
  },
  audit: { fields: ['channel', 'redirect_url'], change: made({ fields: ['channel', 'redirect_url'] }) },
});
