/** The name of a template among those of an account (docs/reference/wa.md#calls). */
export const templateKey = ({ name, language }: { name: string; language: string }): string => `${name}/${language}`;
