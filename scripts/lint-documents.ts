import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';

const DOCUMENTS = ['docs/openapi.json', 'docs/openapi-operator.json'];

/** `no-unused-components` is off because no operation refers to the union of platform events: receivers use it. */
const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-unused-components': 'off' } });
for (const path of DOCUMENTS) {
  const problems = await lint({ ref: fileURLToPath(new URL(`../${path}`, import.meta.url)), config });
  for (const { ruleId, message, location } of problems) {
    console.error(`${path}${location[0]?.pointer ?? ''}: ${message} (${ruleId})`);
    process.exitCode = 1;
  }
}
