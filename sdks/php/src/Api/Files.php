<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->files`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Files
{
    use \Parley\UploadsFiles;

    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Upload a file.
     *
     * @param string $data The bytes in base64, also as a data: URL; at most 16 MiB
     * @param string|null $name Name of the file, as the recipient sees it; it does not affect the type
     */
    public function upload(string $data, ?string $name = null, ?\Parley\CallOptions $options = null): \Parley\Model\UploadAnswer
    {
        return new \Parley\Model\UploadAnswer($this->transport->call('POST', 'upload', ['data' => $data], ['name' => $name], $options));
    }
}
