import type { DriverQuery, FieldDescription } from '@parley/database/connection/pg-internals';
import type { StatementDescription } from '@parley/database/statements/statement';
import type pg from 'pg';

/** The server's description of a prepared statement. */
export interface ServerDescription {
  parameterTypes: number[];
  fields: FieldDescription[];
}

/** Asks the server for a statement's parameters and result columns, without running it. */
class Describe implements DriverQuery {
  readonly name = '';
  readonly text: string;
  readonly #settle: { resolve(description: ServerDescription): void; reject(error: unknown): void };
  readonly #described: ServerDescription = { parameterTypes: [], fields: [] };
  callback = (): void => {};

  constructor(text: string, settle: { resolve(description: ServerDescription): void; reject(error: unknown): void }) {
    this.text = text;
    this.#settle = settle;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#described.parameterTypes = dataTypeIDs;
    });
  }

  handleRowDescription({ fields }: { fields: FieldDescription[] }): void {
    this.#described.fields = fields;
  }
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  handleError(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#settle.reject(new Error(`${reason}\n${this.text}`));
  }

  handleReadyForQuery(): void {
    this.callback();
    this.#settle.resolve(this.#described);
  }
}

export const describeStatement = (client: pg.Client, text: string): Promise<ServerDescription> =>
  new Promise((resolve, reject) => {
    client.query(new Describe(text, { resolve, reject }));
  });

export interface PlanNode {
  'Node Type': string;
  Operation?: string;
  'Join Type'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Parent Relationship'?: string;
  Plans?: PlanNode[];
}

/** The plan of a statement with its parameters left open. */
export async function explainStatement(client: pg.Client, { text }: StatementDescription): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`No plan of: ${text}`);
  return plan;
}

export function* walkWithParents(
  node: PlanNode,
  parent: PlanNode | null = null,
): Generator<{ node: PlanNode; parent: PlanNode | null }> {
  yield { node, parent };
  for (const child of node.Plans ?? []) yield* walkWithParents(child, node);
}

export function* walkPlan(plan: PlanNode): Generator<PlanNode> {
  for (const { node } of walkWithParents(plan)) yield node;
}

const relationsUnder = (node: PlanNode): string[] =>
  [...walkPlan(node)].flatMap(({ 'Relation Name': name }) => (name === undefined ? [] : [name]));

/** Tables on the nullable side of an outer join: their columns may be null, whatever the schema declares. */
export function nullableRelations(plan: PlanNode): Set<string> {
  const nullable = new Set<string>();
  for (const node of walkPlan(plan)) {
    const kind = node['Join Type'];
    if (kind !== 'Left' && kind !== 'Right' && kind !== 'Full') continue;
    for (const child of node.Plans ?? []) {
      const side = child['Parent Relationship'];
      if (kind === 'Full' || (kind === 'Left' && side === 'Inner') || (kind === 'Right' && side === 'Outer'))
        for (const relation of relationsUnder(child)) nullable.add(relation);
    }
  }
  return nullable;
}
