/**
 * The name of a template among those of an account (docs/reference/wa.md#calls). Meta writes a language as `en_US`, but in
 * webhooks as `en-US`.
 */
export const templateKey = ({ name, language }: { name: string; language: string }): string =>
  `${name}/${language.replace('-', '_')}`;
