import { z } from 'zod';
import { line } from '../../fields.ts';

/** Token of a wd linking session; carries the prefix `wds_` (contract §5). */
export const SessionToken = line(100).describe('Starts with wds_');

/** States of a wd linking session (contract §5). */
export const SessionStatus = z.enum([
  'created',
  'connecting',
  'awaiting_pairing',
  'connected',
  'reconnecting',
  'logged_out',
  'expired',
  'failed',
  'deleted',
]);

/** Hosted page of a session, for the end customer (contract §5). */
export const PairUrl = z
  .string()
  .describe(
    'Page for the end customer: pairing code or QR, in Arabic and English. Good for the first linking of this session',
  );
