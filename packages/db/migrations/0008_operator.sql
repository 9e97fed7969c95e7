CREATE TABLE "instance_state" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"banner" text,
	"calls_paused_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reported_errors" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL,
	"place" text NOT NULL,
	"frames" text[] NOT NULL,
	"build" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
CREATE INDEX "reported_errors_last" ON "reported_errors" USING btree ("last_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_audit_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND (
		OLD.occurred_at < now() - interval '366 days'
		OR (OLD.account_id IS NOT NULL
			AND NOT EXISTS (SELECT FROM accounts WHERE id = OLD.account_id AND deleted_at IS NULL))
	) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Audit events are kept for a year, and are never changed.';
END $$;--> statement-breakpoint
DROP TRIGGER accounts_plan_changed ON "accounts";--> statement-breakpoint
CREATE TRIGGER accounts_plan_changed AFTER UPDATE OF plan, suspended_at ON "accounts"
	FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
	EXECUTE FUNCTION knockwire_plan_changed();--> statement-breakpoint
INSERT INTO "instance_state" DEFAULT VALUES;
