DROP TABLE "receiver_counts" CASCADE;
--> statement-breakpoint
CREATE TABLE "receiver_gates" (
	"receiver_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"window_start" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL,
	"window_hits" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receiver_gates" ADD CONSTRAINT "receiver_gates_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A gate is updated with each group of requests: room on its page keeps that heap-only.
ALTER TABLE "receiver_gates" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
INSERT INTO "receiver_gates" ("receiver_id", "total")
SELECT r.id, (SELECT count(*) FROM "received_requests" q WHERE q.receiver_id = r.id) FROM "receivers" r;
--> statement-breakpoint
-- Whoever changes what an ingress keeps in memory tells it, in the same transaction: the version refuses what was
-- decided on older settings, the notification makes processes forget them at once.
CREATE FUNCTION knockwire_receiver_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO receiver_gates (receiver_id) VALUES (NEW.id);
		PERFORM pg_notify('knockwire_receivers', NEW.token);
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' THEN
		UPDATE receiver_gates SET version = version + 1 WHERE receiver_id = NEW.id;
		PERFORM pg_notify('knockwire_receivers', NEW.token);
	END IF;
	PERFORM pg_notify('knockwire_receivers', OLD.token);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER receivers_changed AFTER INSERT OR UPDATE OR DELETE ON "receivers"
	FOR EACH ROW EXECUTE FUNCTION knockwire_receiver_changed();
--> statement-breakpoint
CREATE FUNCTION knockwire_receiver_notification_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed uuid := coalesce(NEW.receiver_id, OLD.receiver_id);
BEGIN
	IF changed IS NOT NULL THEN
		UPDATE receiver_gates SET version = version + 1 WHERE receiver_id = changed;
		PERFORM pg_notify('knockwire_receivers', token) FROM receivers WHERE id = changed;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_of_receiver_changed AFTER INSERT OR UPDATE OR DELETE ON "notifications"
	FOR EACH ROW EXECUTE FUNCTION knockwire_receiver_notification_changed();
--> statement-breakpoint
CREATE FUNCTION knockwire_plan_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In the order in which an ingress locks them, so that neither waits for the other in a ring.
	PERFORM 1 FROM receiver_gates g JOIN receivers r ON r.id = g.receiver_id
		WHERE r.account_id = NEW.id ORDER BY g.receiver_id FOR NO KEY UPDATE OF g;
	UPDATE receiver_gates g SET version = g.version + 1 FROM receivers r WHERE r.id = g.receiver_id AND r.account_id = NEW.id;
	PERFORM pg_notify('knockwire_receivers', token) FROM receivers WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_plan_changed AFTER UPDATE OF plan ON "accounts"
	FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan) EXECUTE FUNCTION knockwire_plan_changed();
