CREATE TABLE "audit_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" uuid,
	"actor_email" text,
	"token_id" uuid,
	"token_name" text,
	"address" text,
	"object_type" text,
	"object_id" text,
	"object_name" text,
	"subject_id" text,
	"changes" jsonb,
	"request_id" uuid
);
--> statement-breakpoint
CREATE INDEX "audit_events_account" ON "audit_events" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("account_id","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("account_id","actor_user_id","id");--> statement-breakpoint
CREATE FUNCTION "keep_audit_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND (
		OLD.occurred_at < now() - interval '366 days'
		OR NOT EXISTS (SELECT FROM accounts WHERE id = OLD.account_id AND deleted_at IS NULL)
	) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'Audit events are kept for a year, and are never changed.';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_events_kept" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "keep_audit_events"();--> statement-breakpoint
CREATE TRIGGER "audit_events_kept_whole" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_events"();
