<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type CardSessionRequest from Types
 * @phpstan-import-type InvalidateSessionResponse from Types
 * @phpstan-import-type ListHostedSkinsResponse from Types
 * @phpstan-import-type ListSkinsResponse from Types
 * @phpstan-import-type PaymentSessionRequest from Types
 * @phpstan-import-type PayoutSessionRequest from Types
 * @phpstan-import-type Session from Types
 * @phpstan-import-type SessionStatus from Types
 */
final class Sessions
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Opens a hosted page where a payer enters a card and pays.
     *
     * @param PaymentSessionRequest $body
     * @return Session
     */
    public function createPayment(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/hosted/rest/sessions/{installationId}/payments',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Opens a hosted page where a payee enters the card to pay; `deferred` announces the payout.
     *
     * @param PayoutSessionRequest $body
     * @return Session
     */
    public function createPayout(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/hosted/rest/sessions/{installationId}/payouts',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Opens a hosted page where a customer registers a card, moving no money.
     *
     * @param CardSessionRequest $body
     * @return Session
     */
    public function createCard(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/hosted/rest/sessions/{installationId}/cards',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The status of a hosted session and its transaction.
     *
     * @return SessionStatus
     */
    public function readStatus(
        string|int $sessionId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/hosted/rest/sessions/{installationId}/{sessionId}/status',
            path: ['sessionId' => $sessionId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Closes a hosted session; repeatable, but not while its payment is being processed.
     *
     * @return InvalidateSessionResponse
     */
    public function invalidate(
        string|int $sessionId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/hosted/rest/sessions/{installationId}/{sessionId}/invalidate',
            path: ['sessionId' => $sessionId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The skins of the payment page, for `session.skin`.
     *
     * @return ListSkinsResponse
     */
    public function listSkins(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/skins/{installationId}',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The skins of the payment page with numbers as ids, at the address of earlier clients.
     *
     * @return ListHostedSkinsResponse
     */
    public function listHostedSkins(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/hosted/rest/skins/{installationId}/list',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Checks that hosted sessions are available and the credentials are valid.
     */
    public function ping(
        ?float $timeout = null,
        ?int $retries = null,
    ): void {
        $this->transport->call(
            'GET',
            '/hosted/rest/sessions/ping',
            takesKey: false,
            hasResponse: false,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
