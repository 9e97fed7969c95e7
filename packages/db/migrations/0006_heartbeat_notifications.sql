-- Each signal changes its row.
ALTER TABLE "heartbeats" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
ALTER TABLE "heartbeat_signals" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- Whether a heartbeat waits for an executor depends on who is notified of it: an executor looks at it again.
CREATE OR REPLACE FUNCTION knockwire_receiver_notification_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed uuid := coalesce(NEW.receiver_id, OLD.receiver_id);
BEGIN
	IF changed IS NOT NULL THEN
		UPDATE receiver_counters SET version = version + 1 WHERE receiver_id = changed;
		UPDATE heartbeats SET is_settled = false, check_at = now() WHERE receiver_id = changed AND state <> 'PAUSED';
		PERFORM pg_notify('knockwire_receivers', token) FROM receivers WHERE id = changed;
	END IF;
	RETURN NULL;
END $$;
