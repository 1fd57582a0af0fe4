import { ERROR_CATALOGUE } from './error-catalogue.ts';

/** Path of the page with all error codes: docs/errors/README.md in the documentation site. */
export const ERROR_PAGE = '/docs/errors/';

/** The heading of the section on field problems, whose codes are not in the catalogue. */
export const FIELD_PROBLEMS = 'missing_… and invalid_…';
const FIELD_SECTION = 'missing_-and-invalid_';

/** The section of a code on that page. */
export const sectionOfError = (code: string): string => (Object.hasOwn(ERROR_CATALOGUE, code) ? code : FIELD_SECTION);

/** `doc_url` of an error: the section of its code on the page at this address. */
export const pageOfError = (page: string, code: string): string => `${page}#${sectionOfError(code)}`;
