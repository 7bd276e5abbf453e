<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type GetNotificationSecretResponse from Types
 * @phpstan-import-type ListEventsResponse from Types
 * @phpstan-import-type ListenToEventsResponse from Types
 * @phpstan-import-type SampleEventRequest from Types
 * @phpstan-import-type TriggerEventResponse from Types
 * @phpstan-import-type WebhookEvent from Types
 */
final class Notifications
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * The secret that verifies the signature of notifications (docs/notifications.md).
     *
     * @return GetNotificationSecretResponse
     */
    public function readSecret(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/notifications/{installationId}/secret',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The events of an installation, newest first, in pages of at most 100.
     *
     * @param 'payment.succeeded'|'payment.authorised'|'payment.failed'|'payment.pending'|'payment.expired'|'capture.succeeded'|'capture.failed'|'capture.pending'|'capture.expired'|'refund.succeeded'|'refund.failed'|'refund.pending'|'refund.expired'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.expired'|'schedule.charged'|'schedule.failed'|'schedule.suspended'|'link.authorised'|'link.paid'|'link.released'|'link.refunded'|'link.expired'|'card.registered'|'dispute.opened'|'dispute.updated'|'dispute.closed'|null $type
     * @return ListEventsResponse
     */
    public function listEvents(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $type = null,
        ?string $createdFrom = null,
        ?string $createdTo = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/events/{installationId}',
            query: ['cursor' => $cursor, 'limit' => $limit, 'type' => $type, 'createdFrom' => $createdFrom, 'createdTo' => $createdTo],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Every item, page after page: The events of an installation, newest first, in pages of at most 100.
     *
     * @param 'payment.succeeded'|'payment.authorised'|'payment.failed'|'payment.pending'|'payment.expired'|'capture.succeeded'|'capture.failed'|'capture.pending'|'capture.expired'|'refund.succeeded'|'refund.failed'|'refund.pending'|'refund.expired'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.expired'|'schedule.charged'|'schedule.failed'|'schedule.suspended'|'link.authorised'|'link.paid'|'link.released'|'link.refunded'|'link.expired'|'card.registered'|'dispute.opened'|'dispute.updated'|'dispute.closed'|null $type
     * @return \Generator<int, WebhookEvent>
     */
    public function listAllEvents(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $type = null,
        ?string $createdFrom = null,
        ?string $createdTo = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): \Generator {
        return Transport::eachItem(
            fn (?string $next): array => $this->listEvents(cursor: $next, limit: $limit, type: $type, createdFrom: $createdFrom, createdTo: $createdTo, timeout: $timeout, retries: $retries),
            $cursor,
        );
    }

    /**
     * Waits for the next events of an installation, oldest first. Only for test keys.
     *
     * @return ListenToEventsResponse
     */
    public function waitForEvents(
        ?string $cursor = null,
        ?int $waitSeconds = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/events/{installationId}/listen',
            query: ['cursor' => $cursor, 'waitSeconds' => $waitSeconds],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Records a sample event, which is delivered like a real one. Only for test keys.
     *
     * @param SampleEventRequest $body
     * @return TriggerEventResponse
     */
    public function trigger(
        #[\SensitiveParameter] array $body,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/events/{installationId}/trigger',
            body: $body,
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
