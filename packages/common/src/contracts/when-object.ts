/** `when` of a refinement that runs together with the checks of the fields, so that one answer lists all problems. */
export const whenObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** Parameters of a refinement that reports a field as missing. */
export const missingField = (field: string, message: string) => ({
  path: [field],
  message,
  params: { missing: true },
  when: whenObject,
});
