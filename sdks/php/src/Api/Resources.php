<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of every action, grouped by noun. */
abstract class Resources
{
    /** The version of the API, which is the SDK's own. */
    public const VERSION = '1.0.0';

    public readonly Account $account;
    public readonly Messages $messages;
    public readonly Files $files;
    public readonly Numbers $numbers;
    public readonly Calls $calls;
    public readonly Conversations $conversations;
    public readonly Templates $templates;
    public readonly Channels $channels;
    public readonly Sessions $sessions;
    public readonly Groups $groups;
    public readonly Profiles $profiles;
    public readonly Comments $comments;
    public readonly Contacts $contacts;
    public readonly Events $events;

    protected function __construct(\Parley\Transport $transport)
    {
        $this->account = new Account($transport);
        $this->messages = new Messages($transport);
        $this->files = new Files($transport);
        $this->numbers = new Numbers($transport);
        $this->calls = new Calls($transport);
        $this->conversations = new Conversations($transport);
        $this->templates = new Templates($transport);
        $this->channels = new Channels($transport);
        $this->sessions = new Sessions($transport);
        $this->groups = new Groups($transport);
        $this->profiles = new Profiles($transport);
        $this->comments = new Comments($transport);
        $this->contacts = new Contacts($transport);
        $this->events = new Events($transport);
    }
}
