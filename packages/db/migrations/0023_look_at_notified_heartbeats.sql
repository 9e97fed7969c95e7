-- As before, but due at once: now() is rounded to milliseconds, and may be later than now then. What is due for two seconds waits for no
-- ingress either.
CREATE OR REPLACE FUNCTION knockwire_receiver_notification_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed uuid := coalesce(NEW.receiver_id, OLD.receiver_id);
BEGIN
	IF changed IS NOT NULL THEN
		UPDATE receiver_counters SET version = version + 1 WHERE receiver_id = changed;
		UPDATE heartbeats SET is_settled = false, check_at = now() - interval '2 seconds' WHERE receiver_id = changed AND state <> 'PAUSED';
		PERFORM pg_notify('knockwire_receivers', token) FROM receivers WHERE id = changed;
	END IF;
	RETURN NULL;
END $$;
