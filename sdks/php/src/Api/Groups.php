<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->groups`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Groups
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * List the groups of a linked phone.
     *
     * @param string|null $from
     * @param int|null $limit
     * @param string|null $cursor
     * @return \Parley\PagedList<\Parley\Model\GroupsAnswer, \Parley\Model\GroupSummary>
     */
    public function list(?string $from = null, ?int $limit = null, ?string $cursor = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\GroupsAnswer => new \Parley\Model\GroupsAnswer($this->transport->call('GET', 'groups', [], ['from' => $from, 'limit' => $limit, 'cursor' => $cursor], $options)),
            static fn (\Parley\Model\GroupsAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\GroupsAnswer $page): array => $page->groups,
            $cursor,
        );
    }

    /**
     * Get a group and its members.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string|null $from
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function get(string|false $groupId = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\GroupAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId], ['from' => $from], $named);
        return new \Parley\Model\GroupAnswer($this->transport->call('GET', 'group', $required, $optional, $options));
    }

    /**
     * Create a group.
     *
     * @param string $subject The name of the group
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param string|null $description
     * @param list<string>|null $participants People to add, besides the linked phone
     */
    public function create(string $subject, ?string $from = null, ?string $description = null, ?array $participants = null, ?\Parley\CallOptions $options = null): \Parley\Model\CreateGroupAnswer
    {
        return new \Parley\Model\CreateGroupAnswer($this->transport->call('POST', 'create-group', ['subject' => $subject], ['from' => $from, 'description' => $description, 'participants' => $participants], $options));
    }

    /**
     * Change subject, description or settings of a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param string|null $subject The name of the group
     * @param string|null $description
     * @param list<string>|null $remove Parts to remove
     * @param array{only_admins_send?: bool, only_admins_edit?: bool, members_add?: bool, approve_joins?: bool, disappearing_s?: int}|null $settings
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function update(string|false $groupId = false, ?string $from = null, ?string $subject = null, ?string $description = null, ?array $remove = null, ?array $settings = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\UpdateGroupAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId], ['from' => $from, 'subject' => $subject, 'description' => $description, 'remove' => $remove, 'settings' => $settings], $named);
        return new \Parley\Model\UpdateGroupAnswer($this->transport->call('POST', 'update-group', $required, $optional, $options));
    }

    /**
     * Add, remove, promote or demote members of a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string $change promote makes a member an admin, demote ends that
     * @param list<string> $members Numbers or hidden ids; add takes at most 5
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function members(string|false $groupId = false, string|false $change = false, array|false $members = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\GroupMembersAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId, 'change' => $change, 'members' => $members], ['from' => $from], $named);
        return new \Parley\Model\GroupMembersAnswer($this->transport->call('POST', 'group-members', $required, $optional, $options));
    }

    /**
     * Get the invite link of a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string|null $from
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function invite(string|false $groupId = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\GroupInviteAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId], ['from' => $from], $named);
        return new \Parley\Model\GroupInviteAnswer($this->transport->call('GET', 'group-invite', $required, $optional, $options));
    }

    /**
     * Replace the invite link of a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function revokeInvite(string|false $groupId = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\RevokeGroupInviteAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId], ['from' => $from], $named);
        return new \Parley\Model\RevokeGroupInviteAnswer($this->transport->call('POST', 'revoke-group-invite', $required, $optional, $options));
    }

    /**
     * Join a group by its invite link.
     *
     * @param string $invite
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     */
    public function join(string $invite, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\JoinGroupAnswer
    {
        return new \Parley\Model\JoinGroupAnswer($this->transport->call('POST', 'join-group', ['invite' => $invite], ['from' => $from], $options));
    }

    /**
     * List the people who ask to join a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string|null $from
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function requests(string|false $groupId = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\GroupRequestsAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId], ['from' => $from], $named);
        return new \Parley\Model\GroupRequestsAnswer($this->transport->call('GET', 'group-requests', $required, $optional, $options));
    }

    /**
     * Approve or reject people who ask to join a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string $decision
     * @param list<string> $members
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function decideRequests(string|false $groupId = false, string|false $decision = false, array|false $members = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\DecideGroupRequestsAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId, 'decision' => $decision, 'members' => $members], ['from' => $from], $named);
        return new \Parley\Model\DecideGroupRequestsAnswer($this->transport->call('POST', 'decide-group-requests', $required, $optional, $options));
    }

    /**
     * Leave a group.
     *
     * @param string $groupId group_id of a group, as in group.updated; also the `to` of a send to it
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function leave(string|false $groupId = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\LeaveGroupAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['group_id' => $groupId], ['from' => $from], $named);
        return new \Parley\Model\LeaveGroupAnswer($this->transport->call('POST', 'leave-group', $required, $optional, $options));
    }
}
