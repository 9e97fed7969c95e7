CREATE TABLE "sent_requests" (
	"task_id" uuid NOT NULL,
	"hash" uuid NOT NULL,
	"request" jsonb NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_requests_task_id_hash_pk" PRIMARY KEY("task_id","hash")
);
--> statement-breakpoint
ALTER TABLE "execution_details" ALTER COLUMN "request" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "execution_details" ADD COLUMN "request_hash" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "request_bytes" integer;
--> statement-breakpoint
-- The executor holds requests while they are sent, and has to know their size before it reads them.
CREATE FUNCTION knockwire_request_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.request_bytes := octet_length(NEW.request::text);
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_request_bytes BEFORE INSERT OR UPDATE OF request ON "tasks"
	FOR EACH ROW EXECUTE FUNCTION knockwire_request_bytes();
