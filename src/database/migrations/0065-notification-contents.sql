-- Notifications are kept as JSON and get their form when they are sent. What was queued as XML cannot be turned back.
delete from notification where body like '<?xml%';
