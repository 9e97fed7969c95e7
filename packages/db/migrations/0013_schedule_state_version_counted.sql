-- Whoever changes a status changes the version that the task's owner reads: the API, and executors that disable what fails or has been.
CREATE FUNCTION knockwire_schedule_state_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.state_version := OLD.state_version + 1;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedules_state_version BEFORE UPDATE OF status ON "schedules"
	FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION knockwire_schedule_state_version();
