<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->templates`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Templates
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * List the templates of a wa account.
     *
     * @param string|null $from
     */
    public function list(?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\TemplatesAnswer
    {
        return new \Parley\Model\TemplatesAnswer($this->transport->call('GET', 'templates', [], ['from' => $from], $options));
    }

    /**
     * Create a template of a wa account, which Meta reviews.
     *
     * @param string $channel
     * @param string $name
     * @param string $category
     * @param string $language
     * @param string|null $from Which of the account’s numbers: id, number or label
     * @param array{type: string, text?: string, example?: string, media_url?: string, upload_id?: string}|null $header
     * @param array{text: string, examples?: array<string, string>}|null $body Required, except for AUTHENTICATION
     * @param string|null $footer
     * @param list<array{type: string, title?: string, url?: string, example?: string, phone_number?: string}>|null $buttons
     * @param bool|null $addSecurityRecommendation AUTHENTICATION: “do not share this code”
     * @param int|null $codeExpirationMinutes AUTHENTICATION
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function create(string $channel, string $name, string $category, string $language, ?string $from = null, ?array $header = null, ?array $body = null, ?string $footer = null, ?array $buttons = null, ?bool $addSecurityRecommendation = null, ?int $codeExpirationMinutes = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\CreateTemplateAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'name' => $name, 'category' => $category, 'language' => $language], ['from' => $from, 'header' => $header, 'body' => $body, 'footer' => $footer, 'buttons' => $buttons, 'add_security_recommendation' => $addSecurityRecommendation, 'code_expiration_minutes' => $codeExpirationMinutes], $named);
        return new \Parley\Model\CreateTemplateAnswer($this->transport->call('POST', 'create-template', $required, $optional, $options));
    }

    /**
     * Replace the content of a template, which Meta reviews again.
     *
     * @param string $channel
     * @param string $name
     * @param string $language
     * @param string|null $from Which of the account’s numbers: id, number or label
     * @param string|null $category Meta never changes the category of an approved template
     * @param array{type: string, text?: string, example?: string, media_url?: string, upload_id?: string}|null $header
     * @param array{text: string, examples?: array<string, string>}|null $body Required, except for AUTHENTICATION
     * @param string|null $footer
     * @param list<array{type: string, title?: string, url?: string, example?: string, phone_number?: string}>|null $buttons
     * @param bool|null $addSecurityRecommendation AUTHENTICATION: “do not share this code”
     * @param int|null $codeExpirationMinutes AUTHENTICATION
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function update(string $channel, string $name, string $language, ?string $from = null, ?string $category = null, ?array $header = null, ?array $body = null, ?string $footer = null, ?array $buttons = null, ?bool $addSecurityRecommendation = null, ?int $codeExpirationMinutes = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\UpdateTemplateAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'name' => $name, 'language' => $language], ['from' => $from, 'category' => $category, 'header' => $header, 'body' => $body, 'footer' => $footer, 'buttons' => $buttons, 'add_security_recommendation' => $addSecurityRecommendation, 'code_expiration_minutes' => $codeExpirationMinutes], $named);
        return new \Parley\Model\UpdateTemplateAnswer($this->transport->call('POST', 'update-template', $required, $optional, $options));
    }

    /**
     * Delete a template of a wa account, in one language or in all.
     *
     * @param string $channel
     * @param string $name
     * @param string|null $from Which of the account’s numbers: id, number or label
     * @param string|null $language Default: every language of the name
     */
    public function delete(string $channel, string $name, ?string $from = null, ?string $language = null, ?\Parley\CallOptions $options = null): \Parley\Model\DeleteTemplateAnswer
    {
        return new \Parley\Model\DeleteTemplateAnswer($this->transport->call('POST', 'delete-template', ['channel' => $channel, 'name' => $name], ['from' => $from, 'language' => $language], $options));
    }
}
