import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { line } from '../../fields.ts';

/** Token of a wd linking session; carries the prefix `wds_` (docs/reference/sessions.md#creating). */
export const SessionToken = line(100).describe('Starts with wds_');

/** States of a wd linking session (docs/reference/sessions.md#states). */
export const SessionStatus = z
  .enum([
    'created',
    'connecting',
    'awaiting_pairing',
    'connected',
    'reconnecting',
    'logged_out',
    'expired',
    'failed',
    'deleted',
  ])
  .register(SCHEMA_NAMES, { id: 'SessionStatus' });

/** Limit of `history_days` (docs/reference/sessions.md#history). */
export const HISTORY_DAYS_MAX = 90;

/** Hosted page of a session, for the end customer (docs/reference/sessions.md#hosted-page). */
export const PairUrl = z
  .string()
  .describe(
    'Page for the end customer: pairing code or QR, in the language of the browser if Parley has it. Valid for the first linking of this session',
  );
