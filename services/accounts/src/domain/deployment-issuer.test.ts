import { expect, test } from 'vitest';
import { readDeploymentIssuer } from './deployment-issuer.ts';

const PARLEY_OIDC_ISSUER = 'https://id.example';

test.each([
  ['PARLEY_OIDC_CLIENT_ID', { PARLEY_OIDC_ISSUER }],
  ['PARLEY_OIDC_CLIENT_SECRET', { PARLEY_OIDC_ISSUER, PARLEY_OIDC_CLIENT_ID: 'parley' }],
])('an issuer without %s is refused by its name', (name, environment) => {
  expect(() => readDeploymentIssuer(environment)).toThrow(name);
});

test('without an issuer there is none', () => {
  expect(readDeploymentIssuer({ PARLEY_OIDC_CLIENT_ID: 'parley' })).toBeNull();
});
