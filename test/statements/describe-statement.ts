import type { StatementDescription } from '@parley/database/statement';
import type pg from 'pg';

/** The server's description of a prepared statement. */
export interface ServerDescription {
  parameterTypes: number[];
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

interface ProtocolMessage {
  dataTypeIDs?: number[];
  fields?: ServerDescription['fields'];
}

/** The part of the driver's connection that speaks the extended protocol. */
interface ProtocolConnection {
  stream: NodeJS.EventEmitter;
  parse(query: { name: string; text: string; types?: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  on(event: string, listener: (message: ProtocolMessage) => void): void;
  off(event: string, listener: (message: ProtocolMessage) => void): void;
}

/** Asks the server for a statement's parameters and result columns, without running it. */
export async function describeStatement(client: pg.Client, text: string): Promise<ServerDescription> {
  // safe: pg keeps its protocol connection in this member; its types leave it out
  const { connection } = client as unknown as { connection: ProtocolConnection };
  const described: ServerDescription = { parameterTypes: [], fields: [] };
  return new Promise((resolve, reject) => {
    const query = {
      submit: () => {
        connection.parse({ name: '', text });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
        connection.on('parameterDescription', onParameters);
      },
      handleRowDescription: (message: ProtocolMessage) => {
        described.fields = message.fields ?? [];
      },
      handleError: (error: Error) => {
        connection.off('parameterDescription', onParameters);
        reject(new Error(`${error.message}\n${text}`));
      },
      handleReadyForQuery: () => {
        connection.off('parameterDescription', onParameters);
        resolve(described);
      },
    };
    const onParameters = (message: ProtocolMessage): void => {
      described.parameterTypes = message.dataTypeIDs ?? [];
    };
    client.query(query as unknown as pg.Submittable); // safe: it has the members that the driver calls on a query
  });
}

export interface PlanNode {
  'Node Type': string;
  Operation?: string;
  'Join Type'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
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

export function* walkPlan(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walkPlan(child);
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
