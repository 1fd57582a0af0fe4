import { z } from 'zod';

/** Headers for a collector, in OpenTelemetry's form: `name=value`, comma-separated, values percent-encoded. */
export const OtlpHeaders = z
  .string()
  .regex(
    /^[\w-]+=(?:[!-$&-+\x2d-~]|%[0-9A-Fa-f]{2})*(?:,[\w-]+=(?:[!-$&-+\x2d-~]|%[0-9A-Fa-f]{2})*)*$/,
    'must be like authorization=Bearer%20abc,x-tenant=1',
  )
  .transform((list) =>
    Object.fromEntries(
      list.split(',').map((pair) => {
        const end = pair.indexOf('=');
        return [pair.slice(0, end), decodeURIComponent(pair.slice(end + 1))];
      }),
    ),
  );
