<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->profiles`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Profiles
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Get the profile of a linked phone.
     *
     * @param string|null $from
     */
    public function get(?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\ProfileAnswer
    {
        return new \Parley\Model\ProfileAnswer($this->transport->call('GET', 'profile', [], ['from' => $from], $options));
    }

    /**
     * Change the about or the picture of a linked phone.
     *
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     * @param string|null $about The line below the name, at most 139 characters
     * @param string|null $picture A square JPEG in base64, at most 640 pixels wide and 100 KiB
     * @param list<string>|null $remove Parts to remove
     */
    public function update(?string $from = null, ?string $about = null, ?string $picture = null, ?array $remove = null, ?\Parley\CallOptions $options = null): \Parley\Model\UpdateProfileAnswer
    {
        return new \Parley\Model\UpdateProfileAnswer($this->transport->call('POST', 'update-profile', [], ['from' => $from, 'about' => $about, 'picture' => $picture, 'remove' => $remove], $options));
    }

    /**
     * Get the picture of a person.
     *
     * @param string $address The number of a person, or the hidden id
     * @param string|null $from
     * @param string|null $size
     */
    public function picture(string $address, ?string $from = null, ?string $size = null, ?\Parley\CallOptions $options = null): \Parley\Model\ProfilePictureAnswer
    {
        return new \Parley\Model\ProfilePictureAnswer($this->transport->call('GET', 'profile-picture', ['address' => $address], ['from' => $from, 'size' => $size], $options));
    }

    /**
     * List the people whom a linked phone has blocked.
     *
     * @param string|null $from
     * @param int|null $limit
     * @param string|null $cursor
     * @param string|null $address
     * @return \Parley\PagedList<\Parley\Model\BlockListAnswer, \Parley\Model\BlockedPerson>
     */
    public function blockList(?string $from = null, ?int $limit = null, ?string $cursor = null, ?string $address = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\BlockListAnswer => new \Parley\Model\BlockListAnswer($this->transport->call('GET', 'block-list', [], ['from' => $from, 'limit' => $limit, 'cursor' => $cursor, 'address' => $address], $options)),
            static fn (\Parley\Model\BlockListAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\BlockListAnswer $page): array => $page->blocked,
            $cursor,
        );
    }

    /**
     * Block a person.
     *
     * @param string $address The number of a person, or the hidden id
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     */
    public function block(string $address, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\BlockPersonAnswer
    {
        return new \Parley\Model\BlockPersonAnswer($this->transport->call('POST', 'block-person', ['address' => $address], ['from' => $from], $options));
    }

    /**
     * Unblock a person.
     *
     * @param string $address The number of a person, or the hidden id
     * @param string|null $from The linked phone: its id, number or label. Default: the first
     */
    public function unblock(string $address, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\UnblockPersonAnswer
    {
        return new \Parley\Model\UnblockPersonAnswer($this->transport->call('POST', 'unblock-person', ['address' => $address], ['from' => $from], $options));
    }
}
