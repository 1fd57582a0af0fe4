// Generated from docs/openapi.json by npm run generate.

export const VERSION = '1.0.0';
