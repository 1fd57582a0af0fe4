import { useConnection } from '../../api/connection.ts';
import { useLanguage } from '../../i18n/language-context.tsx';
import { useOwnAccounts } from './use-own-accounts.ts';

/** The test phone of the sandbox, in a frame with the sandbox's own origin. */
export function PhoneFrame({ origin, title }: { origin: string; title: string }) {
  const { language } = useLanguage();
  // A frame that was opened without a server keeps the browser's error page: reloads it.
  const { returns } = useConnection();
  // It opens on an account of the workspace: the sandbox has those of all workspaces.
  const accounts = useOwnAccounts();
  if (!accounts) return null;
  const own = accounts[0];
  const chat = own ? `&channel=${own.channel}&account=${encodeURIComponent(own.id)}` : '';
  return (
    <iframe
      key={returns}
      title={title}
      src={`${origin}/sandbox/phone?lang=${language}${chat}`}
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      className="block size-full min-h-0 border-0"
    />
  );
}
