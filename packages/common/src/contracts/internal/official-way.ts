import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { storableText } from '../../text/storable.ts';

/** The key for which a number is connected. */
const KEY = { tenantId: z.int(), instanceId: storableText(100) };

/** Whether a phone that cannot be linked may be connected through Meta, with the key of its session. */
export const offersOfficialWay = defineInternal({
  service: 'channel-connect',
  name: 'offers-official-way',
  input: z.object(KEY),
  output: z.object({ isOffered: z.boolean() }),
  errors: [],
});

/** The person chose that way on the hosted page of the session, which shows the result. */
export const openOfficialWay = defineInternal({
  service: 'channel-connect',
  name: 'open-official-way',
  input: z.object({ ...KEY, pageToken: storableText(200).min(1) }),
  output: z.object({ connectUrl: z.string() }),
  errors: ['channel_not_allowed'],
});
