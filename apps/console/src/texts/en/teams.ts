import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  teams: {
    title: 'Teams',
    empty: 'No teams yet',
    empty_lead: 'Conversations can be assigned to a team of members, and to one of them by turns.',
    create: 'Create team',
    edit: 'Edit team',
    name: 'Name',
    members: 'Members',
    by_turns: 'Assign conversations by turns',
    turns: 'Turns',
    on: 'On',
    off: 'Off',
    edit_action: 'Edit',
    delete_action: 'Delete',
    delete_title: 'Delete the team {name}?',
    delete_lead: 'Its conversations keep their assignees. Saved views that filter by it find nothing.',
    actions: 'Actions for {name}',
    count: { one: '{count} member', other: '{count} members' },
  },
} satisfies EnglishCatalogue;
