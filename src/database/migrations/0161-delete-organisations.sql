-- An organisation that nothing uses can be deleted (docs/domain.md#managing-organisations).
grant delete on organisation to countinghouse_app;
