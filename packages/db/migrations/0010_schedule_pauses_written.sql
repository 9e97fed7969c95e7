-- Whoever changes a status writes when: the API, and executors that disable what fails or has been.
CREATE FUNCTION knockwire_schedule_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.status = 'ACTIVE' THEN
		UPDATE schedule_pauses SET to_at = now() WHERE task_id = NEW.task_id AND to_at IS NULL;
	ELSE
		INSERT INTO schedule_pauses (task_id, from_at) VALUES (NEW.task_id, now())
			ON CONFLICT (task_id, from_at) DO UPDATE SET to_at = NULL;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedules_status_changed AFTER UPDATE OF status ON "schedules"
	FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION knockwire_schedule_status_changed();
--> statement-breakpoint
-- Since when is not known of those that are disabled now; they were saved then at the latest, or before.
INSERT INTO schedule_pauses (task_id, from_at)
	SELECT s.task_id, t.updated_at FROM schedules s JOIN tasks t ON t.id = s.task_id
	WHERE s.status = 'DISABLED' AND NOT t.is_draft;
