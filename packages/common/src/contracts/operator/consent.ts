import { z } from 'zod';
import { CONSENT_WORD_LIMITS } from '../../consent/consent-word-limits.ts';
import { ConsentWordList } from '../../consent/consent-words.ts';
import { changed, one } from '../../contract/resource-change.ts';
import { defineOperator } from '../../define-contract.ts';
import { ContactOptOutData } from '../../events/opt-in-events.ts';
import { Instant, Slug } from '../../fields.ts';

/** Whether a person accepts marketing messages (docs/reference/consent.md). */
export const ConsentView = z.object({
  opted_out: z.boolean(),
  by: ContactOptOutData.shape.by.nullable().describe('The author of the last decision; null: no decision yet'),
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
    'Replaces the words that opt a person out of marketing, or in again, when they are the whole text of a message. Omitted lists stay.',
  input: z.object({
    slug: Slug,
    stop_words: words('Words that opt out'),
    start_words: words('Words that opt in again'),
  }),
  output: WordsView,
  errors: ['unknown_tenant'],
  audit: { fields: ['slug', 'stop_words', 'start_words', 'is_default'], change: changed(one(getConsentWords)) },
});
