import { readdirSync } from 'node:fs';
import type { Contract } from '@parley/common/define-contract';

const CONTRACTS = new URL('../../../common/src/contracts/', import.meta.url);

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'kind' in value && 'input' in value && 'output' in value;

/** Contracts may be nested in groups. */
const contractsIn = (value: unknown): Contract[] => {
  if (isContract(value)) return [value];
  const isGroup = typeof value === 'object' && value !== null && !('_zod' in value);
  return isGroup ? Object.values(value).filter(isContract) : [];
};

/** Every contract of packages/common, each once. */
export async function listContracts(): Promise<Contract[]> {
  const files = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, CONTRACTS).href)));
  return [...new Set(modules.flatMap((exported) => Object.values(exported).flatMap(contractsIn)))];
}
