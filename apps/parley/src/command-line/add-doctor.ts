import type { Command } from 'commander';
import type { Finding } from '../doctor/finding.ts';

const SIGN: Readonly<Record<Finding['status'], string>> = { ok: 'ok', skipped: '--', warning: '!!', failure: 'XX' };

/** Findings as lines for a person. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const count = (status: Finding['status']): number => findings.filter((one) => one.status === status).length;
  return [
    ...findings.flatMap(({ check, status, message, advice }) => [
      `${SIGN[status]}  ${check.padEnd(13)} ${message}`,
      ...(advice ? [`${' '.repeat(18)}→ ${advice}`] : []),
    ]),
    `${count('failure')} failures, ${count('warning')} warnings.`,
  ];
}

/** `parley doctor`: exit code 1 when something fails, 0 otherwise. */
export function addDoctor(program: Command): Command {
  program
    .command('doctor')
    .description(
      'Check configuration, clock, DNS, egress, database, NATS, disk, tokens and webhooks, and say what to do',
    )
    .option('--json', 'print the findings as JSON')
    .action(async ({ json }: { json?: true }) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      const findings = await runDoctor(process.env);
      console.log(json ? JSON.stringify({ findings }, null, 2) : describeFindings(findings).join('\n'));
      if (findings.some(({ status }) => status === 'failure')) process.exitCode = 1;
    });
  return program;
}
