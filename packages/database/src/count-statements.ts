import type { Sql } from './sql.ts';

/** The same database; it calls back for each statement that is sent. */
export const countStatements = (sql: Sql, onStatement: () => void): Sql => ({
  query(statement) {
    onStatement();
    return sql.query(statement);
  },
});
