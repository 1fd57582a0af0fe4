import type { Sql } from '../sql.ts';

/** The same database; calls back for each sent statement. */
export const countStatements = (sql: Sql, onStatement: () => void): Sql => ({
  query(statement) {
    onStatement();
    return sql.query(statement);
  },
});
