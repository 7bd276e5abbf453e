<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type Card from Types
 * @phpstan-import-type Customer from Types
 * @phpstan-import-type RemoveCustomerCardResponse from Types
 */
final class Customers
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * A customer of the merchant, by id.
     *
     * @return Customer
     */
    public function read(
        string|int $customerId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/customers/{installationId}/{customerId}',
            path: ['customerId' => $customerId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * A customer, by the merchant’s own reference.
     *
     * @return Customer
     */
    public function readByRef(
        ?string $merchantRef = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/customers/{installationId}/byRef',
            query: ['merchantRef' => $merchantRef],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The registered cards of a customer, the default first; at most 20.
     *
     * @return list<Card>
     */
    public function listCards(
        string|int $customerId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/customers/{installationId}/{customerId}/paymentMethods',
            path: ['customerId' => $customerId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * One registered card of a customer, by its token.
     *
     * @return Card
     */
    public function readCard(
        string|int $customerId,
        string $cardToken,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/customers/{installationId}/{customerId}/paymentMethods/{cardToken}',
            path: ['customerId' => $customerId, 'cardToken' => $cardToken],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Removes a registered card: payments with its token are rejected (A123).
     *
     * @return RemoveCustomerCardResponse
     */
    public function removeCard(
        string|int $customerId,
        string $cardToken,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/customers/{installationId}/{customerId}/paymentMethod/{cardToken}/remove',
            path: ['customerId' => $customerId, 'cardToken' => $cardToken],
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
