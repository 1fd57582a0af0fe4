import { createECDH } from 'node:crypto';
import type { Cipher } from '@parley/database/encryption';
import type pg from 'pg';
import { type Column, readTables, type Table } from './read-tables.ts';

/** Workspaces that {@link fillWorkspaces} makes, one after the other by row. */
export const WORKSPACES = 3;
/** Rows of a table: a month of three workspaces. */
export const ROWS = 90;
/** The API key of the nth row. */
export const keyOf = (n: number): string => `pk_of_a_month_${n}`;
/** A word of every message and comment, and that of the nth alone. */
export const textOf = (n: number): string => `Is the blue one there, order ${n}?`;
export const slugOf = (n: number): string => `workspace-${n}`;

/** Columns without a foreign key that name a row of another table: they are written with every message. */
const LINKS: Readonly<Record<string, { table: string; column: string }>> = {
  tenant_id: { table: 'tenants', column: 'id' },
  conversation_id: { table: 'conversations', column: 'id' },
  channel_account_id: { table: 'channel_accounts', column: 'id' },
  message_id: { table: 'messages', column: 'id' },
  trigger_message_id: { table: 'messages', column: 'id' },
  after_message_id: { table: 'messages', column: 'id' },
  attachment_id: { table: 'attachments', column: 'id' },
  contact_id: { table: 'contacts', column: 'id' },
  instance_id: { table: 'api_keys', column: 'instance_id' },
  member_id: { table: 'members', column: 'member_id' },
  event_seq: { table: 'events', column: 'seq' },
  delivery_id: { table: 'delivery_log', column: 'id' },
  bot_id: { table: 'bots', column: 'id' },
  device_id: { table: 'devices', column: 'id' },
};

/** The moment of row `n`: three a day, the last one yesterday. */
const AT = `date_trunc('hour', now()) - interval '1 day' - ((${ROWS} - n) / 3) * interval '23 hours'`;
/** A number of that day, as of next_daily. */
const DAILY = `((extract(epoch FROM ${AT})::bigint / 86400) << 40) + n`;
const LATER = `now() + interval '300 days'`;
const NUMBER = `'+4915000000' || lpad(n::text, 3, '0')`;
const TEXT = `'Is the blue one there, order ' || n || '?'`;

/** SQL of a column's value, where its type alone would not make a plausible one: `table.column`, or `column` of any table. */
const SHAPES: Readonly<Record<string, string>> = {
  // Nothing is due while the test runs: workers must not change what it counts.
  due_at: LATER,
  expires_at: LATER,
  look_at: LATER,
  locked_until: LATER,
  text: TEXT,
  channel: `(ARRAY['wa', 'wa', 'fb'])[1 + (n - 1) % 3]`,
  language: `'en'`,
  time_zone: `'Africa/Cairo'`,
  address: `'203.0.113.' || n`,
  email: `'member' || n || '@shop.example'`,
  email_key: `'member' || n || '@shop.example'`,
  color: `'blue'`,
  'tenants.slug': `'workspace-' || n`,
  'tenants.name': `'Workspace ' || n`,
  'tenants.balance': '1000',
  'api_keys.key_hash': `sha256(('pk_of_a_month_' || n)::bytea)`,
  'api_keys.instance_id': `'ins_' || lpad(n::text, 16, '0')`,
  'api_keys.channels': `ARRAY['wa', 'fb', 'tg']`,
  'api_keys.events': `ARRAY['message.received', 'message.status', 'comment.received']`,
  'api_keys.may_read': 'true',
  'credit_ledger.amount': `CASE WHEN n <= ${WORKSPACES} THEN 1000 ELSE 0 END`,
  'credit_ledger.kind': `'top_up'`,
  'credit_ledger.note': `'Entry ' || n`,
  'members.roles': `'{owner}'`,
  'members.name': `'Member ' || n`,
  'member_links.kind': `'sign_in'`,
  'member_links.member_row': 'n',
  'member_sessions.member_row': 'n',
  'erasures.what': `'tenant'`,
  'erasures.status': `'done'`,
  'channel_accounts.external_id': `(106000000000 + n)::text`,
  'channel_accounts.status': `'disconnected'`,
  'channel_accounts.name': `'Shop ' || n`,
  'comment_pace.id': '1',
  'connect_links.channel': `'fb'`,
  'contacts.name': `'Customer ' || n`,
  'contacts.phone': NUMBER,
  'contact_addresses.address': NUMBER,
  'conversations.peer': NUMBER,
  'conversations.last_inbound_at': AT,
  'conversations.last_message_at': AT,
  'messages.direction': `CASE WHEN n % 2 = 0 THEN 'out' ELSE 'in' END`,
  'messages.origin': `CASE WHEN n % 2 = 0 THEN 'api' ELSE 'customer' END`,
  'messages.status': `CASE WHEN n % 2 = 0 THEN 'read' ELSE 'received' END`,
  'messages.peer': NUMBER,
  'messages.provider_message_id': `'wamid.month' || n`,
  'messages.instance_id': `'ins_' || lpad(n::text, 16, '0')`,
  'message_reactions.emoji': `'👍'`,
  'message_statuses.status': `'read'`,
  'attachments.type': `'image'`,
  'attachments.id': `'att_month' || n`,
  'uploads.id': `'upl_month' || n`,
  'kept_files.state': `'kept'`,
  'comments.channel': `'fb'`,
  'comments.post_id': `'post-' || (1 + (n - 1) % ${WORKSPACES})`,
  'comments.comment_id': `'comment-' || n`,
  'comments.comment_key': `'comment-' || n`,
  'comments.conversation_id': 'n',
  'comments.is_own': 'false',
  'comments.reported_at': AT,
  'comment_replies.status': `'posted'`,
  'devices.status': `'logged_out'`,
  'events.seq': DAILY,
  'events.id': `'evt_month' || n`,
  'events.type': `'message.received'`,
  'events.position': 'pg_current_xact_id()::text::bigint',
  'events.data': `jsonb_build_object('channel', 'wa', 'from', ${NUMBER}, 'text', ${TEXT})::text`,
  'delivery_log.id': DAILY,
  'delivery_log.status': `'delivered'`,
  'deliveries.due_at': LATER,
  'notifications.status': `'sent'`,
  'recipients.email': `'member' || n || '@shop.example'`,
  'notification_facts.planned_at': AT,
  'bots.enabled': 'false',
  'bots.trigger': `'{"kind":"always"}'`,
  'bot_turns.state': `'done'`,
  'bot_turns.outcome': `'replied'`,
  'bot_usage.status': `'completed'`,
  'knowledge_sources.status': `'ready'`,
  'saved_views.filter': `'{}'`,
};

const BY_TYPE: Readonly<Record<string, (name: string) => string>> = {
  integer: () => 'n',
  bigint: () => 'n',
  smallint: () => 'n % 100',
  numeric: () => 'n',
  'double precision': () => 'n',
  boolean: () => 'n % 2 = 0',
  text: (name) => `'${name} ' || n`,
  'text[]': () => `ARRAY['word' || n]`,
  'integer[]': () => 'ARRAY[n]',
  bytea: (name) => `sha256(('${name} ' || n)::bytea)`,
  jsonb: () => `'{}'::jsonb`,
  uuid: () => 'gen_random_uuid()',
  tsvector: () => `array_to_tsvector(ARRAY['word' || n])`,
  'timestamp with time zone': () => AT,
};

/** The value of the row that row `n` belongs to: row `n` of the other table, which has the same workspace. */
const linkedTo = ({ table, column }: { table: string; column: string }): string =>
  `(SELECT l.all[1 + (n - 1) % cardinality(l.all)] FROM (SELECT array_agg(${column} ORDER BY ctid) AS all FROM ${table}) l)`;

/** The table that must be filled before this column. */
const linkOf = (table: string, { name, refers }: Column): { table: string; column: string } | null => {
  const link = refers ?? LINKS[name] ?? null;
  return link === null || link.table === table ? null : link;
};

/** The SQL of a column's value; null if its default will do. */
function expressionOf(table: string, column: Column, given: Readonly<Record<string, string>>): string | null {
  const { name, type, isRequired, hasDefault, isKey, allowed } = column;
  const shape = given[`${table}.${name}`] ?? SHAPES[`${table}.${name}`];
  if (shape !== undefined) return shape;
  const link = linkOf(table, column);
  if (link && (isRequired || name === 'tenant_id')) return linkedTo(link);
  if (!isRequired && !(isKey && type === 'text')) return null;
  if (hasDefault) return name === 'created_at' ? AT : null;
  if (SHAPES[name] !== undefined) return SHAPES[name];
  if (allowed) return `(ARRAY[${allowed.map((value) => `'${value}'`).join(', ')}])[1 + n % ${allowed.length}]`;
  const value = BY_TYPE[type];
  if (!value) throw new Error(`No value for ${table}.${name} of the type ${type}: add it to SHAPES.`);
  return value(name);
}

/** Tables in an order in which each comes after those that it refers to. */
function inOrder(tables: ReadonlyMap<string, Table>): Table[] {
  const ordered = new Set<Table>();
  const visiting = new Set<string>();
  function visit(table: Table): void {
    if (visiting.has(table.name)) return;
    visiting.add(table.name);
    for (const column of table.columns) {
      const needed = column.isRequired || column.name === 'tenant_id' ? linkOf(table.name, column) : null;
      const other = needed === null ? undefined : tables.get(needed.table);
      if (other) visit(other);
    }
    ordered.add(table);
  }
  for (const table of tables.values()) visit(table);
  return [...ordered];
}

/** An INSERT of the rows `from` to `to`, with the columns that a release writes. */
export interface Fill {
  table: string;
  run(from: number, to: number): Promise<number>;
}

/**
 * The statements that fill every table of a database with a month of several workspaces. They are made from its catalogue, so
 * a new table has them too; a table that stays empty is a failure of the test that counts.
 */
export async function makeFills(client: pg.Client, cipher: Cipher): Promise<Fill[]> {
  const secret = (plain: string, purpose: string): string => `'${cipher.encrypt(plain, purpose)}'`;
  const push = createECDH('prime256v1');
  push.generateKeys();
  const given = {
    'push_keys.public_key': `'${push.getPublicKey('base64url')}'`,
    'push_keys.private_key': secret(push.getPrivateKey('base64url'), 'push_keys.private_key'),
    'api_keys.webhook_secret': secret(`whsec_${'A'.repeat(43)}=`, 'api_keys.webhook_secret'),
    'channel_accounts.credentials': secret('{}', 'channel_accounts.credentials'),
  };
  return inOrder(await readTables(client)).map(({ name: table, columns }) => {
    const values = columns.flatMap((column) => {
      const value = expressionOf(table, column, given);
      return value === null ? [] : [{ name: `"${column.name}"`, value }];
    });
    const names = values.map(({ name }) => name).join(', ');
    const list = values.map(({ value }) => value).join(', ');
    const last = (to: number): number => (table === 'tenants' ? Math.min(to, WORKSPACES) : to);
    return {
      table,
      async run(from, to) {
        const rows = `SELECT ${list} FROM generate_series(${from}, ${last(to)}) n`;
        const text = `INSERT INTO ${table} ${values.length > 0 ? `(${names}) ${rows}` : 'DEFAULT VALUES'} ON CONFLICT DO NOTHING`;
        const { rowCount } = await client.query(text).catch((error: unknown) => {
          throw new Error(`${table} cannot be filled: ${error instanceof Error ? error.message : error}\n${text}`);
        });
        return rowCount ?? 0;
      },
    };
  });
}

/** Fills every table of a migrated database. */
export async function fillWorkspaces(client: pg.Client, cipher: Cipher): Promise<void> {
  for (const { run } of await makeFills(client, cipher)) await run(1, ROWS);
}
