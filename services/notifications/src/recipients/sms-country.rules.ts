/** Whether the deployment's SMS account may send to a number; without a list it may send to every country. */
export const isCountryAllowed = (phone: string, countries: readonly string[] | undefined): boolean =>
  countries === undefined || countries.some((code) => phone.startsWith(code));
