<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type EndCompanyClockResponse from Types
 * @phpstan-import-type GetCompanyClockResponse from Types
 * @phpstan-import-type MoveCompanyClockResponse from Types
 * @phpstan-import-type TestClockMove from Types
 */
final class TestClock
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * The test clock of the installation’s company. Only for test keys.
     *
     * @return GetCompanyClockResponse
     */
    public function read(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/testClock/{installationId}',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Moves the test clock of the company forward. Only for test keys of all its installations.
     *
     * @param TestClockMove $body
     * @return MoveCompanyClockResponse
     */
    public function move(
        #[\SensitiveParameter] array $body = [],
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/testClock/{installationId}/move',
            body: $body,
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Ends the test clock of the company. Only for test keys of all its installations.
     *
     * @return EndCompanyClockResponse
     */
    public function end(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'DELETE',
            '/acceptor/rest/testClock/{installationId}',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
