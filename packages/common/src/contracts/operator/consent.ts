import { z } from 'zod';
import { CONSENT_WORD_LIMITS } from '../../consent-word-limits.ts';
import { ConsentWordList } from '../../consent-words.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, RowId, Slug } from '../../fields.ts';
import { ContactOptOutData } from '../../opt-in-events.ts';

/** Whether a person takes marketing messages (docs/reference/consent.md). */
export const ConsentView = z.object({
  opted_out: z.boolean(),
  by: ContactOptOutData.shape.by.nullable().describe('Who decided last; null: no decision yet'),
  at: Instant.nullable(),
});

const WordsView = z.object({
  stop_words: z.array(z.string()),
  start_words: z.array(z.string()),
  is_default: z.boolean().describe('Whether the workspace has set neither list'),
});

export const getConsentWords = defineOperator({
  service: 'accounts',
  name: 'get-consent-words',
  method: 'GET',
  path: '/tenants/{slug}/consent-words',
  summary: 'The words with which a person opts out of marketing, and in again',
  description:
    'Returns the words that opt a person out of marketing, or in again, when they are the whole text of a message.',
  input: z.object({ slug: Slug }),
  output: WordsView,
  errors: ['unknown_tenant'],
});

const words = (meaning: string) =>
  ConsentWordList.nullable()
    .optional()
    .describe(
      `${meaning}: at most ${CONSENT_WORD_LIMITS.words} of ${CONSENT_WORD_LIMITS.characters} characters; null: the defaults`,
    );

export const updateConsentWords = defineOperator({
  service: 'accounts',
  name: 'update-consent-words',
  method: 'PATCH',
  path: '/tenants/{slug}/consent-words',
  summary: 'Set the words with which a person opts out of marketing, and in again',
  description:
    'Replaces the words that opt a person out of marketing, or in again, when they are the whole text of a message. Lists that are left out stay.',
  input: z.object({
    slug: Slug,
    stop_words: words('Words that opt out'),
    start_words: words('Words that opt in again'),
  }),
  output: WordsView,
  errors: ['unknown_tenant'],
});

/** Opts the person of a conversation out of marketing, or in again. */
export const setConsent = defineOperator({
  service: 'inbox',
  name: 'set-consent',
  method: 'PUT',
  path: '/tenants/{slug}/conversations/{id}/consent',
  summary: 'Opt the person of a conversation out of marketing, or in again',
  description:
    'Records that the person of a conversation does not want marketing, or wants it again. A marketing template to a person who opted out is refused with opted_out.',
  input: z.object({ slug: Slug, id: RowId, opted_out: z.boolean() }),
  output: ConsentView,
  errors: ['unknown_tenant', 'unknown_conversation'],
});
