import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../api/use-operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../../shell/session/session-context.tsx';
import { personTexts } from '../../../texts/conversation.ts';
import { inboxTexts, labelTexts } from '../../../texts/inbox.ts';
import { ChannelMark } from '../../../ui/marks/channel-mark.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { nameOf } from '../conversation/conversation.ts';
import { ErasePerson } from '../erase/erase-person.tsx';
import { groupPlaceOf } from '../group/group-of.ts';
import { GroupView } from '../group/group-view.tsx';
import { RowLabels } from '../labels/row-labels.tsx';
import { PanelNotes } from '../notes/panel-notes.tsx';
import { inPlace, useInboxPlace } from '../views/use-views.ts';
import { BlockPerson } from './block-person.tsx';
import { ConsentView } from './consent-view.tsx';
import { PersonPicture } from './person-picture.tsx';
import { pictureOf } from './picture-of.ts';

interface Props {
  id: number;
  /** The note to scroll to. */
  note: string | undefined;
}

/** The person of a conversation, and everything else that this person wrote to the workspace. */
export function PersonPanel({ id, note }: Props) {
  const t = useTexts(inboxTexts);
  const ofPerson = useTexts(personTexts);
  const ofLabels = useTexts(labelTexts);
  const formats = useFormats();
  const place = useInboxPlace();
  const session = useSession();
  const person = useOperation('get-conversation-person', { id });
  // Consent is about messages: the author of a comment is another contact until they send one.
  const own = person.data?.conversations.find((one) => one.id === id);
  const isChat = own?.kind === 'messages';
  const group = own ? groupPlaceOf(own) : null;
  const blockable = own && isChat ? pictureOf(own) : null;
  const conversations = person.data?.conversations ?? [];
  const name = visibleText(person.data?.name) ?? visibleText(person.data?.username) ?? person.data?.addresses[0] ?? '';
  return (
    <section
      aria-label={ofPerson('person')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="grid min-h-0 content-start gap-4 overflow-y-auto border-s border-line bg-surface p-4"
    >
      {person.isPending && <Loading />}
      <Problem error={person.error} />
      {person.data && (
        <>
          {own && <PersonPicture conversation={own} size="huge" />}
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          <div>
            <h3 className="text-sm text-muted">{ofPerson('addresses')}</h3>
            <ul>
              {person.data.addresses.map((address) => (
                <li key={address} className="[overflow-wrap:anywhere]">
                  <bdi dir="ltr">{address}</bdi>
                </li>
              ))}
            </ul>
          </div>
          {own && own.labels.length > 0 && (
            <div>
              <h3 className="text-sm text-muted">{ofLabels('labels')}</h3>
              <div className="flex flex-wrap gap-1">
                <RowLabels labels={own.labels} shown={own.labels.length} width="max-w-full" />
              </div>
            </div>
          )}
          {group && <GroupView key={group.group_id} place={group} />}
          {isChat && !group && <ConsentView id={id} consent={person.data.consent} />}
          <PanelNotes conversationId={id} hasForm={!isChat} marked={note} />
          <div className="grid gap-1">
            <h3 className="text-sm text-muted">{ofPerson('same_person')}</h3>
            <ul className="grid gap-1">
              {conversations.map((conversation) => (
                <li key={conversation.id}>
                  <Link
                    to="/inbox"
                    search={inPlace(place, conversation.id)}
                    aria-current={conversation.id === id ? 'true' : undefined}
                    className="flex min-h-12 items-center gap-3 rounded-lg px-2 hover:bg-raised aria-[current=true]:bg-accent-soft"
                  >
                    <ChannelMark channel={conversation.channel} />
                    <span className="min-w-0">
                      <bdi className="block truncate">{conversation.account.label ?? nameOf(conversation)}</bdi>
                      <span className="block text-sm text-muted">
                        {conversation.kind === 'comments' && `${t('comments')} · `}
                        {t(conversation.status)} · {formats.date(conversation.last_message_at)}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          {blockable && <BlockPerson key={blockable.address} name={name} person={blockable} />}
          {isAllowed(session, 'workspace.manage') && own && <ErasePerson name={name} conversations={conversations} />}
        </>
      )}
    </section>
  );
}
