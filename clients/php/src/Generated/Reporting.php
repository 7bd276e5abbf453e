<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type GetMetadataResponse from Types
 * @phpstan-import-type SearchRequest from Types
 * @phpstan-import-type SearchTransactionsResponse from Types
 * @phpstan-import-type SumTransactionsResponse from Types
 */
final class Reporting
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Columns of transactions that the caller may see, with types and operations.
     *
     * @return GetMetadataResponse
     */
    public function readMetadata(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/reporting/transactions/metadata',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Searches transactions; also the related transactions of one.
     *
     * @param SearchRequest $body
     * @return SearchTransactionsResponse
     */
    public function search(
        #[\SensitiveParameter] array $body = [],
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/reporting/transactions/search',
            body: $body,
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The money that the transactions of a search moved, by currency.
     *
     * @param SearchRequest $body
     * @return SumTransactionsResponse
     */
    public function totals(
        #[\SensitiveParameter] array $body = [],
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/reporting/transactions/totals',
            body: $body,
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
