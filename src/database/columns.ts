// Generated from the migrations by `npm run schema`. Do not edit.

/** For `sql.unsafe`: PostgreSQL refuses a prepared statement with `*` once a newer release has added a column. */
export const columnsOf = {
  fraudRule:
    'company_id, rule_id, organisation_id, rule_type, name, description, action, active, hidden, merchant_ids, installation_ids, definition, list_ids, version, created_by, created_at, last_updated_by, last_updated_at, last_action',
  merchantPayout:
    'payout_id, company_id, batch_id, merchant_id, installation_id, currency, paid_on, payments_minor, payments, refunds_minor, refunds, chargebacks_minor, chargebacks, other_minor, other, commission_minor, markup_minor, scheme_fees_minor, interchange_minor, net_minor',
  txn:
    'txn_id, company_id, root_id, related_id, merchant_id, installation_id, txn_datetime, updated_at, requested_minor, amount_minor, customer_id, fg_score, episode_index, schedule_remaining_episode_count, direction, ccy_digits, version, requested_amount, amount, ccy_code, txn_type, txn_status, txn_stage, processing_model, reason_code, reason_message, merch_ref, description, merchant_name, sales_channel, commerce_type, continuous_authority_type, payment_class, payment_product, card_token, card_correlation_id, masked_pan, last_four, card_expiry, card_scheme, card_usage, card_issuer, card_holder_name, issuer_country, customer_ref, customer_name, customer_email, customer_phone, customer_country, ip_address, ip_country, acquirer, route, auth_code, authoriser_status, authoriser_code, authoriser_message, gateway_reference, gateway_settlement, cv2_check, avs_address_check, avs_postcode_check, optimize360_outcome, fg_advice, decision_source, decision_reason, three_d_secure_status, three_d_secure_version, three_d_secure_enrolment, three_d_secure_eci, three_d_secure_frictionless, schedule_id, trace, detail, changed_in, advice_code, refund_reason, refund_note, arn, refund_expected_date, original_txn_id, original_reference, connection_id, network_transaction_id',
} as const;
