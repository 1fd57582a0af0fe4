import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { Language } from '../../fields.ts';
import { storableText } from '../../text/storable.ts';

const Token = storableText(300).min(1);

/** The content of the page behind a mail's link; null when the link is not (or no longer) valid. */
const Page = z.object({
  page: z
    .object({
      language: Language,
      address: z.string().describe('Masked'),
      kinds: z.array(z.string()).describe('What is turned off; empty: everything'),
      isDone: z.boolean(),
    })
    .nullable(),
});
export type RecipientPage = NonNullable<z.output<typeof Page>['page']>;

const definePage = (name: string) =>
  defineInternal({
    service: 'notifications',
    name,
    input: z.object({
      token: Token,
      act: z.boolean().describe('False only looks: what fetches links ahead changes nothing'),
    }),
    output: Page,
    errors: [],
  });

/** The link that confirms an e-mail address (docs/reference/notifications.md#confirmation). */
export const confirmAddress = definePage('confirm-address');

/**
 * The link that turns a kind off; `act` is the one-click request of RFC 8058
 * (docs/reference/notifications.md#unsubscribing).
 */
export const unsubscribe = definePage('unsubscribe');
