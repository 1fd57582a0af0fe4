/**
 * Content policy of a page for people without an account: our own style, images as data URLs, forms to this origin or
 * none, and with `script` our own script and its requests; no external resources, no frames.
 */
export const pagePolicy = ({ form, script = false }: { form: 'self' | 'none'; script?: boolean }): string =>
  [
    "default-src 'none'",
    ...(script ? ["script-src 'self'"] : []),
    "style-src 'self'",
    'img-src data:',
    ...(script ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action '${form}'`,
    "frame-ancestors 'none'",
  ].join('; ');
