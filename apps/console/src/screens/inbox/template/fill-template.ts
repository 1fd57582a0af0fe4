import { fillVariables } from '@parley/common/wa-template/template-variables';

/** The body of a template with its values; a placeholder without a value stays. */
export const fillTemplate = (body: string, values: readonly string[]): string =>
  fillVariables(body, (name) => values[Number(name) - 1]);
