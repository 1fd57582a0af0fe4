import type pg from 'pg';

/** The transactions of a database by worker and statement, from PostgreSQL's log. */
export interface TransactionCount {
  /** Adds a piece of the log, which holds whole messages. */
  add(piece: string): void;
  /** The counts, the largest first. */
  list(): { worker: string; statement: string; count: number }[];
}

/** Process, its transaction, database and worker of each message; statements continue on lines that begin with a tab. */
const PREFIX = '%p|%v|%d|%a|';
const STATEMENT = /^(\d+)\|([^|]*)\|([^|]*)\|([^|]*)\|LOG: +(?:execute ([^:]+)|statement): (.*)$/;
/** Statements that come before the work of a transaction. */
const PREPARES = /^(BEGIN|START|COMMIT|ROLLBACK|END|SET)\b|^SELECT set_config\(/i;
const UNNAMED = '<unnamed>';
const SHOWN_CHARACTERS = 60;

/** The statement's name without the number of its variant; of an unnamed one the start of its text. */
function nameOf(name: string | undefined, text: string): string {
  if (name !== undefined && name !== UNNAMED) return name.replace(/-\d+$/, '');
  return text.trim().slice(0, SHOWN_CHARACTERS);
}

/** Counts the transactions of `database`, each by its first statement that does work. */
export function countTransactions(database: string): TransactionCount {
  const counts = new Map<string, { worker: string; statement: string; count: number }>();
  /** The last transaction of each process that is counted. */
  const counted = new Map<string, string>();
  return {
    add(piece) {
      for (const line of piece.split('\n')) {
        const [, pid = '', transaction = '', ofDatabase, worker = '', name, text = ''] = STATEMENT.exec(line) ?? [];
        if (ofDatabase !== database || counted.get(pid) === transaction || PREPARES.test(text)) continue;
        counted.set(pid, transaction);
        const statement = nameOf(name, text);
        const key = `${worker}|${statement}`;
        const entry = counts.get(key) ?? { worker, statement, count: 0 };
        entry.count++;
        counts.set(key, entry);
      }
    },
    list: () => [...counts.values()].sort((a, b) => b.count - a.count),
  };
}

/** Lets a server log every statement, in the form that {@link countTransactions} reads. */
export async function logStatements(client: pg.Client): Promise<void> {
  await client.query(`ALTER SYSTEM SET log_line_prefix = '${PREFIX}'`);
  await client.query(`ALTER SYSTEM SET log_statement = 'all'`);
  await client.query('SELECT pg_reload_conf()');
}
