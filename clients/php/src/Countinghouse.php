<?php

declare(strict_types=1);

namespace Countinghouse;

use Countinghouse\Generated\Operations;

/** The merchant API for one installation. */
final class Countinghouse extends Operations
{
    /** The version of this package, which its requests name. */
    public const VERSION = '0.1.0';

    /** @var array<string, mixed> */
    private array $settings;

    /**
     * With `apiId` the client uses Basic authentication, without it Bearer. Times are in seconds. `timeout` limits one
     * attempt. A failed request that is safe to repeat is sent again at most `retries` times, after delays from
     * `retryDelay` that double, to at most `maxRetryDelay`. A longer Retry-After ends the call. `allowHttp` permits
     * http to other machines: the secret is then sent in clear.
     *
     * @throws \InvalidArgumentException for an address to which the secret would be sent in clear
     */
    public function __construct(
        string $baseUrl,
        int $installationId,
        #[\SensitiveParameter] string $secret,
        ?string $apiId = null,
        float $timeout = 60.0,
        int $retries = 3,
        float $retryDelay = 0.5,
        float $maxRetryDelay = 30.0,
        bool $allowHttp = false,
    ) {
        $settings = compact('baseUrl', 'secret', 'apiId', 'timeout', 'retries', 'retryDelay', 'maxRetryDelay', 'allowHttp');
        $this->settings = $settings;
        parent::__construct(new Transport(...$settings, installationId: $installationId));
    }

    /** The same key for another installation. */
    public function forInstallation(int $installationId): self
    {
        return new self(...$this->settings, installationId: $installationId);
    }

    /** Keeps the secret out of dumps. */
    public function __debugInfo(): array
    {
        return [];
    }
}
