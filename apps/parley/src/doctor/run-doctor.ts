import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { checkBus } from './check-bus.ts';
import { checkClock } from './check-clock.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkEgress } from './check-egress.ts';
import { checkFields } from './check-fields.ts';
import { checkNames } from './check-names.ts';
import { checkSignup } from './check-signup.ts';
import { checkTokens } from './check-tokens.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { type Finding, type Found, failure, reasonOf } from './finding.ts';
import { openPatient, type Patient } from './patient.ts';

const CHECKS: Readonly<Record<string, (patient: Patient) => Promise<Found[]>>> = {
  configuration: checkConfiguration,
  database: checkDatabase,
  bus: checkBus,
  disk: checkDisk,
  clock: checkClock,
  dns: checkNames,
  egress: checkEgress,
  signup: checkSignup,
  fields: checkFields,
  tokens: checkTokens,
  webhooks: checkWebhooks,
};

const WITHIN_MS = 20_000;

async function runCheck(name: string, check: Promise<Found[]>): Promise<Finding[]> {
  const fail = (reason: string): Found[] => [
    failure(`The check failed: ${reason}.`, 'Fix what the other checks report, then run it again.'),
  ];
  const found = await waitAtMost(check, WITHIN_MS).catch((error: unknown) => fail(reasonOf(error)));
  return (found ?? fail(`it took more than ${WITHIN_MS / 1000} s`)).map((one) => ({ check: name, ...one }));
}

/** Examines the installation of an environment; changes nothing. */
export async function runDoctor(variables: Record<string, string | undefined>): Promise<Finding[]> {
  let patient: Patient;
  try {
    patient = await openPatient(variables);
  } catch (error) {
    return reasonOf(error)
      .split('\n')
      .map((line) => ({
        check: 'configuration',
        ...failure(line, 'Correct the variable; .env.example explains each one.'),
      }));
  }
  try {
    const runs = Object.entries(CHECKS).map(([name, check]) => runCheck(name, check(patient)));
    return (await Promise.all(runs)).flat();
  } finally {
    await patient.close();
  }
}
