/** Noun and verb of a command, from the operation's name: `list-tenant-channels` → `channels list`. */
const COMMANDS: Record<string, readonly [noun: string, verb: string]> = {
  'create-tenant': ['tenants', 'create'],
  'list-tenants': ['tenants', 'list'],
  'get-tenant': ['tenants', 'show'],
  'update-tenant': ['tenants', 'update'],
  'erase-tenant': ['tenants', 'erase'],
  'list-contacts': ['contacts', 'list'],
  'erase-contact': ['contacts', 'erase'],
  'list-erasures': ['erasures', 'list'],
  'get-erasure': ['erasures', 'show'],
  'add-credit': ['credit', 'add'],
  'create-key': ['keys', 'create'],
  'list-keys': ['keys', 'list'],
  'update-key': ['keys', 'update'],
  'revoke-key': ['keys', 'revoke'],
  'rotate-secret': ['keys', 'rotate-secret'],
  'get-webhook': ['webhooks', 'show'],
  'pause-webhook': ['webhooks', 'pause'],
  'resume-webhook': ['webhooks', 'resume'],
  'send-test-event': ['keys', 'test-event'],
  'connect-wa-number': ['channels', 'connect-wa'],
  'list-tenant-channels': ['channels', 'list'],
  'remove-tenant-channel': ['channels', 'remove'],
  'list-conversations': ['conversations', 'list'],
  'list-conversation-messages': ['conversations', 'messages'],
  'update-conversation': ['conversations', 'update'],
  'send-from-dashboard': ['conversations', 'send'],
  'list-deliveries': ['deliveries', 'list'],
  'get-delivery': ['deliveries', 'show'],
  'replay-deliveries': ['deliveries', 'replay'],
  'list-quarantined': ['quarantine', 'list'],
  'get-quarantined': ['quarantine', 'show'],
  'retry-quarantined': ['quarantine', 'retry'],
  'discard-quarantined': ['quarantine', 'discard'],
};

/** What cannot be undone: these commands do nothing without `--yes`. */
export const IRREVERSIBLE: ReadonlySet<string> = new Set(['erase-tenant', 'erase-contact']);

/** The command of an operation; every operator endpoint has one (a test holds this). */
export function commandOf(operation: string): readonly [noun: string, verb: string] {
  const command = COMMANDS[operation];
  if (!command) throw new Error(`No command is named for the operation ${operation}.`);
  return command;
}
