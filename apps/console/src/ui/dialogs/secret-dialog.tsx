import { CopyBlock } from '../buttons/copy-block.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  lead: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ title, lead, secret, onClose }: Props) {
  return (
    <Dialog title={title} isOpen isShownOnce onClose={onClose}>
      <p>{lead}</p>
      <CopyBlock label={title} value={secret} />
    </Dialog>
  );
}
