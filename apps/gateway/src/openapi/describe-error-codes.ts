import type { Contract } from '@parley/common/define-contract';
import { codesOf } from './describe-responses.ts';
import type { Part } from './shared-parts.ts';

const FIELD_CODE = /^(missing|invalid)_/;

/** Every code that the operations of a document answer, except those of fields, which are named by the field. */
export function describeErrorCodes(contracts: readonly Contract[]): Part {
  const codes = new Set(contracts.flatMap(codesOf));
  return {
    description: 'What went wrong; the list with advice is in docs/errors. Ignore codes that you do not know.',
    anyOf: [
      { enum: [...codes].filter((code) => !FIELD_CODE.test(code)).sort() },
      { type: 'string', pattern: FIELD_CODE.source, description: 'A field is missing or invalid' },
    ],
  };
}
