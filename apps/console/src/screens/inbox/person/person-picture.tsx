import { useOperation } from '../../../api/use-operations.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { type Conversation, nameOf } from '../conversation/conversation.ts';
import { pictureOf } from './picture-of.ts';

/** The input of a query that is off. */
const NO_ONE = { address: '' };

interface Props {
  conversation: Conversation;
  size: 'large' | 'huge';
}

/**
 * The person of an open conversation on a linked phone: the picture, or the initials. Only an open conversation shows
 * it, because the network restricts accounts that ask for many pictures.
 */
export function PersonPicture({ conversation, size }: Props) {
  const asked = pictureOf(conversation);
  const { data } = useOperation('profile-picture', asked ?? NO_ONE, { isOn: asked !== null, isFixed: true });
  if (asked === null) return null;
  const name = nameOf(conversation);
  return (
    // A narrow window needs the room for the name.
    <span className={size === 'large' ? 'max-sm:hidden' : ''}>
      <Avatar name={name} seed={String(conversation.contact_id)} size={size} picture={data?.picture ?? null} />
    </span>
  );
}
