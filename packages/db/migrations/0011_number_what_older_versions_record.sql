-- Processes of the version before this one record beside those of this one during an upgrade, and give no numbers. They are given
-- from the same counters. To be dropped a version later.
CREATE FUNCTION knockwire_number_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The statement has changed the counters before it inserts, and does not afterwards.
	UPDATE receiver_counters SET last_seq = last_seq + 1 WHERE receiver_id = NEW.receiver_id RETURNING last_seq INTO NEW.seq;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER received_requests_number BEFORE INSERT ON "received_requests"
	FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION knockwire_number_request();
--> statement-breakpoint
CREATE FUNCTION knockwire_number_execution() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	task uuid;
	given bigint;
BEGIN
	SELECT task_id INTO task FROM executions WHERE id = NEW.execution_id;
	UPDATE schedules SET last_seq = last_seq + 1 WHERE task_id = task RETURNING last_seq INTO given;
	UPDATE execution_details SET task_id = task, seq = given WHERE execution_id = NEW.execution_id AND given IS NOT NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- After the statement, which changes the schedule, too, before or after it inserts.
CREATE TRIGGER execution_details_number AFTER INSERT ON "execution_details"
	FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION knockwire_number_execution();
