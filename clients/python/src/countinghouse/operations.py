# Generated from the OpenAPI document by `npm run client`. Do not edit.
"""The calls of the API, in groups. Each call takes `timeout` (seconds) and `retries` of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Optional, Union

from .pages import each_item
from .transport import Transport

if TYPE_CHECKING:
    from . import types

Id = Union[str, int]


class Group:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call


class Payments(Group):
    def take(
        self,
        body: types.PaymentRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """A payment, or with `deferred` an authorisation to be captured; from the portal by card token only."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/payment",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def pay_out(
        self,
        body: types.PayoutRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Money out to a card; with `deferred` it waits to be completed."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/payout",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def verify_card(
        self,
        body: types.VerificationRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Checks a card and registers it, moving no money."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/verify",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def capture(
        self,
        transaction_id: Id,
        body: Optional[types.CaptureRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Captures an authorisation, or completes a deferred payout; once."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/{transactionId}/capture",
            path={"transactionId": transaction_id},
            body=body or {},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def cancel(
        self,
        transaction_id: Id,
        body: Optional[types.CancellationRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Releases an authorisation or a deferred payout, or ends a suspended payment."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/{transactionId}/cancel",
            path={"transactionId": transaction_id},
            body=body or {},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def refund(
        self,
        transaction_id: Id,
        body: Optional[types.RefundRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Refunds the captured amount or a part of it; without an amount, all that remains."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/{transactionId}/refund",
            path={"transactionId": transaction_id},
            body=body or {},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def repeat(
        self,
        transaction_id: Id,
        body: Optional[types.RepeatRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Charges the same card again, recurring or as an instalment."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/{transactionId}/repeat",
            path={"transactionId": transaction_id},
            body=body or {},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def resume(
        self,
        transaction_id: Id,
        body: Optional[types.ResumeRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Continues a payment after 3-D Secure, or one that its merchant suspended."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/{transactionId}/resume",
            path={"transactionId": transaction_id},
            body=body or {},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read(
        self,
        transaction_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """A transaction with its history and follow-ups."""
        return self._call(
            "GET",
            "/acceptor/rest/transactions/{installationId}/{transactionId}",
            path={"transactionId": transaction_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def read_by_ref(
        self,
        merchant_ref: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> List[types.Payment]:
        """All transactions with the merchant’s own reference, newest first; at most 100."""
        return self._call(
            "GET",
            "/acceptor/rest/transactions/{installationId}/byRef",
            query={"merchantRef": merchant_ref},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def ping(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> None:
        """Checks the connection and the credentials."""
        self._call(
            "GET",
            "/acceptor/rest/transactions/ping",
            takes_key=False,
            has_response=False,
            timeout=timeout,
            retries=retries,
        )


class Customers(Group):
    def read(
        self,
        customer_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Customer:
        """A customer of the merchant, by id."""
        return self._call(
            "GET",
            "/acceptor/rest/customers/{installationId}/{customerId}",
            path={"customerId": customer_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def read_by_ref(
        self,
        *,
        merchant_ref: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Customer:
        """A customer, by the merchant’s own reference."""
        return self._call(
            "GET",
            "/acceptor/rest/customers/{installationId}/byRef",
            query={"merchantRef": merchant_ref},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_cards(
        self,
        customer_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> List[types.Card]:
        """The registered cards of a customer, the default first; at most 20."""
        return self._call(
            "GET",
            "/acceptor/rest/customers/{installationId}/{customerId}/paymentMethods",
            path={"customerId": customer_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def read_card(
        self,
        customer_id: Id,
        card_token: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Card:
        """One registered card of a customer, by its token."""
        return self._call(
            "GET",
            "/acceptor/rest/customers/{installationId}/{customerId}/paymentMethods/{cardToken}",
            path={"customerId": customer_id, "cardToken": card_token},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def remove_card(
        self,
        customer_id: Id,
        card_token: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.RemoveCustomerCardResponse:
        """Removes a registered card: payments with its token are rejected (A123)."""
        return self._call(
            "POST",
            "/acceptor/rest/customers/{installationId}/{customerId}/paymentMethod/{cardToken}/remove",
            path={"customerId": customer_id, "cardToken": card_token},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )


class Sessions(Group):
    def create_payment(
        self,
        body: types.PaymentSessionRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Session:
        """Opens a hosted page where a payer enters a card and pays."""
        return self._call(
            "POST",
            "/hosted/rest/sessions/{installationId}/payments",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def create_payout(
        self,
        body: types.PayoutSessionRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Session:
        """Opens a hosted page where a payee enters the card to pay; `deferred` announces the payout."""
        return self._call(
            "POST",
            "/hosted/rest/sessions/{installationId}/payouts",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def create_card(
        self,
        body: types.CardSessionRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Session:
        """Opens a hosted page where a customer registers a card, moving no money."""
        return self._call(
            "POST",
            "/hosted/rest/sessions/{installationId}/cards",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read_status(
        self,
        session_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.SessionStatus:
        """The status of a hosted session and its transaction."""
        return self._call(
            "GET",
            "/hosted/rest/sessions/{installationId}/{sessionId}/status",
            path={"sessionId": session_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def invalidate(
        self,
        session_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.InvalidateSessionResponse:
        """Closes a hosted session; repeatable, but not while its payment is being processed."""
        return self._call(
            "POST",
            "/hosted/rest/sessions/{installationId}/{sessionId}/invalidate",
            path={"sessionId": session_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_skins(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListSkinsResponse:
        """The skins of the payment page, for `session.skin`."""
        return self._call(
            "GET",
            "/acceptor/rest/skins/{installationId}",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_hosted_skins(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListHostedSkinsResponse:
        """The skins of the payment page with numbers as ids, at the address of earlier clients."""
        return self._call(
            "GET",
            "/hosted/rest/skins/{installationId}/list",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def ping(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> None:
        """Checks that hosted sessions are available and the credentials are valid."""
        self._call(
            "GET",
            "/hosted/rest/sessions/ping",
            takes_key=False,
            has_response=False,
            timeout=timeout,
            retries=retries,
        )


class Links(Group):
    def create_payment(
        self,
        body: types.PaymentLinkRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.CreatedLink:
        """Creates a smart link for a payment."""
        return self._call(
            "POST",
            "/smartlink/links/{installationId}/payment",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def create_payout(
        self,
        body: types.PayoutLinkRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.CreatedLink:
        """Creates a smart link for a payout, where a payee enters the card to pay."""
        return self._call(
            "POST",
            "/smartlink/links/{installationId}/payout",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def create_batch(
        self,
        body: types.LinkBatchRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.CreatedLinks:
        """Creates up to a hundred smart links that differ only in their URL."""
        return self._call(
            "POST",
            "/smartlink/links/{installationId}/batch",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read(
        self,
        link_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Link:
        """One smart link with its status, its payments and the reason why the latest attempt failed."""
        return self._call(
            "GET",
            "/smartlink/links/{installationId}/{linkId}",
            path={"linkId": link_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def change(
        self,
        link_id: Id,
        body: Optional[types.LinkChange] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Link:
        """Changes the end, the description, the reminder or the bounds of the amount of a smart link that can still be paid."""
        return self._call(
            "POST",
            "/smartlink/links/{linkId}/change",
            path={"linkId": link_id},
            body=body or {},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def cancel(
        self,
        link_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.CreatedLink:
        """Cancels a smart link permanently; repeatable, but not after or during its payment."""
        return self._call(
            "POST",
            "/smartlink/links/{linkId}/cancel",
            path={"linkId": link_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["ACTIVATED", "USED", "EXPIRED", "CANCELLED", "DEACTIVATED"]] = None,
        state: Optional[Literal["OPEN", "OPENED", "PROCESSING", "AUTHORISED", "IN_REVIEW", "PAID", "PARTLY_REFUNDED", "REFUNDED", "RELEASED", "EXPIRED", "CANCELLED", "DEACTIVATED"]] = None,
        reference: Optional[str] = None,
        email_address: Optional[str] = None,
        amount: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        expires_to: Optional[str] = None,
        batch_id: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListInstallationLinksResponse:
        """The smart links of an installation, newest first, in pages of at most 100."""
        return self._call(
            "GET",
            "/smartlink/links/{installationId}",
            query={"cursor": cursor, "limit": limit, "status": status, "state": state, "reference": reference, "emailAddress": email_address, "amount": amount, "createdFrom": created_from, "createdTo": created_to, "expiresTo": expires_to, "batchId": batch_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_all(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["ACTIVATED", "USED", "EXPIRED", "CANCELLED", "DEACTIVATED"]] = None,
        state: Optional[Literal["OPEN", "OPENED", "PROCESSING", "AUTHORISED", "IN_REVIEW", "PAID", "PARTLY_REFUNDED", "REFUNDED", "RELEASED", "EXPIRED", "CANCELLED", "DEACTIVATED"]] = None,
        reference: Optional[str] = None,
        email_address: Optional[str] = None,
        amount: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        expires_to: Optional[str] = None,
        batch_id: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Iterator[types.Link]:
        """Every item, page after page: The smart links of an installation, newest first, in pages of at most 100."""
        return each_item(
            lambda cursor: self.list(cursor=cursor, limit=limit, status=status, state=state, reference=reference, email_address=email_address, amount=amount, created_from=created_from, created_to=created_to, expires_to=expires_to, batch_id=batch_id, timeout=timeout, retries=retries),
            cursor,
        )


class Schedules(Group):
    def add(
        self,
        transaction_id: Id,
        body: types.ScheduleRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Payment:
        """Adds a schedule to a paid transaction, which charges its card again."""
        return self._call(
            "POST",
            "/acceptor/rest/transactions/{installationId}/{transactionId}/addSchedule",
            path={"transactionId": transaction_id},
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read(
        self,
        schedule_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Schedule:
        """One schedule of an installation with its dates, its card and its status."""
        return self._call(
            "GET",
            "/acceptor/rest/schedules/{installationId}/{scheduleId}",
            path={"scheduleId": schedule_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def suspend(
        self,
        schedule_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Schedule:
        """Suspends an ACTIVE schedule: nothing is charged until it is resumed."""
        return self._call(
            "POST",
            "/acceptor/rest/schedules/{installationId}/{scheduleId}/suspend",
            path={"scheduleId": schedule_id},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def resume(
        self,
        schedule_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Schedule:
        """Resumes a SUSPENDED schedule; episodes missed in the meantime are skipped."""
        return self._call(
            "POST",
            "/acceptor/rest/schedules/{installationId}/{scheduleId}/resume",
            path={"scheduleId": schedule_id},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def cancel(
        self,
        schedule_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Schedule:
        """Cancels a schedule permanently. A charge in progress completes."""
        return self._call(
            "POST",
            "/acceptor/rest/schedules/{installationId}/{scheduleId}/cancel",
            path={"scheduleId": schedule_id},
            takes_key=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def list(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["ACTIVE", "COMPLETE", "CANCELLED", "SUSPENDED", "TECH_SUSPENDED"]] = None,
        customer_merchant_ref: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListInstallationSchedulesResponse:
        """The schedules of an installation, newest first, in pages of at most 100."""
        return self._call(
            "GET",
            "/acceptor/rest/schedules/{installationId}",
            query={"cursor": cursor, "limit": limit, "status": status, "customerMerchantRef": customer_merchant_ref, "createdFrom": created_from, "createdTo": created_to},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_all(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["ACTIVE", "COMPLETE", "CANCELLED", "SUSPENDED", "TECH_SUSPENDED"]] = None,
        customer_merchant_ref: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Iterator[types.ListedSchedule]:
        """Every item, page after page: The schedules of an installation, newest first, in pages of at most 100."""
        return each_item(
            lambda cursor: self.list(cursor=cursor, limit=limit, status=status, customer_merchant_ref=customer_merchant_ref, created_from=created_from, created_to=created_to, timeout=timeout, retries=retries),
            cursor,
        )


class Disputes(Group):
    def read(
        self,
        dispute_id: Id,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.Dispute:
        """One dispute of an installation."""
        return self._call(
            "GET",
            "/acceptor/rest/disputes/{installationId}/{disputeId}",
            path={"disputeId": dispute_id},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "ACCEPTED", "EXPIRED", "WITHDRAWN"]] = None,
        transaction_id: Optional[str] = None,
        opened_from: Optional[str] = None,
        opened_to: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListMerchantDisputesResponse:
        """The disputes of an installation, newest first, in pages of at most 100."""
        return self._call(
            "GET",
            "/acceptor/rest/disputes/{installationId}",
            query={"cursor": cursor, "limit": limit, "status": status, "transactionId": transaction_id, "openedFrom": opened_from, "openedTo": opened_to},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_all(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "ACCEPTED", "EXPIRED", "WITHDRAWN"]] = None,
        transaction_id: Optional[str] = None,
        opened_from: Optional[str] = None,
        opened_to: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Iterator[types.Dispute]:
        """Every item, page after page: The disputes of an installation, newest first, in pages of at most 100."""
        return each_item(
            lambda cursor: self.list(cursor=cursor, limit=limit, status=status, transaction_id=transaction_id, opened_from=opened_from, opened_to=opened_to, timeout=timeout, retries=retries),
            cursor,
        )


class Notifications(Group):
    def read_secret(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.GetNotificationSecretResponse:
        """The secret that verifies the signature of notifications (docs/notifications.md)."""
        return self._call(
            "GET",
            "/acceptor/rest/notifications/{installationId}/secret",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_events(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        type: Optional[Literal["payment.succeeded", "payment.authorised", "payment.failed", "payment.pending", "payment.expired", "capture.succeeded", "capture.failed", "capture.pending", "capture.expired", "refund.succeeded", "refund.failed", "refund.pending", "refund.expired", "payout.succeeded", "payout.failed", "payout.pending", "payout.expired", "schedule.charged", "schedule.failed", "schedule.suspended", "link.authorised", "link.paid", "link.released", "link.refunded", "link.expired", "card.registered", "dispute.opened", "dispute.updated", "dispute.closed"]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListEventsResponse:
        """The events of an installation, newest first, in pages of at most 100."""
        return self._call(
            "GET",
            "/acceptor/rest/events/{installationId}",
            query={"cursor": cursor, "limit": limit, "type": type, "createdFrom": created_from, "createdTo": created_to},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def list_all_events(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        type: Optional[Literal["payment.succeeded", "payment.authorised", "payment.failed", "payment.pending", "payment.expired", "capture.succeeded", "capture.failed", "capture.pending", "capture.expired", "refund.succeeded", "refund.failed", "refund.pending", "refund.expired", "payout.succeeded", "payout.failed", "payout.pending", "payout.expired", "schedule.charged", "schedule.failed", "schedule.suspended", "link.authorised", "link.paid", "link.released", "link.refunded", "link.expired", "card.registered", "dispute.opened", "dispute.updated", "dispute.closed"]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Iterator[types.WebhookEvent]:
        """Every item, page after page: The events of an installation, newest first, in pages of at most 100."""
        return each_item(
            lambda cursor: self.list_events(cursor=cursor, limit=limit, type=type, created_from=created_from, created_to=created_to, timeout=timeout, retries=retries),
            cursor,
        )

    def wait_for_events(
        self,
        *,
        cursor: Optional[str] = None,
        wait_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.ListenToEventsResponse:
        """Waits for the next events of an installation, oldest first. Only for test keys."""
        return self._call(
            "GET",
            "/acceptor/rest/events/{installationId}/listen",
            query={"cursor": cursor, "waitSeconds": wait_seconds},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def trigger(
        self,
        body: types.SampleEventRequest,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.TriggerEventResponse:
        """Records a sample event, which is delivered like a real one. Only for test keys."""
        return self._call(
            "POST",
            "/acceptor/rest/events/{installationId}/trigger",
            body=body,
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )


class TestClock(Group):
    def read(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.GetCompanyClockResponse:
        """The test clock of the installation’s company. Only for test keys."""
        return self._call(
            "GET",
            "/acceptor/rest/testClock/{installationId}",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def move(
        self,
        body: Optional[types.TestClockMove] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.MoveCompanyClockResponse:
        """Moves the test clock of the company forward. Only for test keys of all its installations."""
        return self._call(
            "POST",
            "/acceptor/rest/testClock/{installationId}/move",
            body=body or {},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def end(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.EndCompanyClockResponse:
        """Ends the test clock of the company. Only for test keys of all its installations."""
        return self._call(
            "DELETE",
            "/acceptor/rest/testClock/{installationId}",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )


class Reporting(Group):
    def read_metadata(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.GetMetadataResponse:
        """Columns of transactions that the caller may see, with types and operations."""
        return self._call(
            "GET",
            "/reporting/transactions/metadata",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def search(
        self,
        body: Optional[types.SearchRequest] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.SearchTransactionsResponse:
        """Searches transactions; also the related transactions of one."""
        return self._call(
            "POST",
            "/reporting/transactions/search",
            body=body or {},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )

    def totals(
        self,
        body: Optional[types.SearchRequest] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.SumTransactionsResponse:
        """The money that the transactions of a search moved, by currency."""
        return self._call(
            "POST",
            "/reporting/transactions/totals",
            body=body or {},
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )


class Operations(Group):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.payments = Payments(transport)
        self.customers = Customers(transport)
        self.sessions = Sessions(transport)
        self.links = Links(transport)
        self.schedules = Schedules(transport)
        self.disputes = Disputes(transport)
        self.notifications = Notifications(transport)
        self.testClock = TestClock(transport)
        self.reporting = Reporting(transport)

    def account(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> types.GetAccountResponse:
        """The permissions and installations of the API key."""
        return self._call(
            "GET",
            "/acceptor/rest/account",
            takes_key=False,
            timeout=timeout,
            retries=retries,
        )
