-- In the order in which processes lock these tables, so that none of them waits for this transaction while it waits for them.
CREATE TABLE "request_forwards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"target" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" smallint,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "request_forwards" ADD CONSTRAINT "request_forwards_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_forwards_request" ON "request_forwards" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "request_forwards_receiver" ON "request_forwards" USING btree ("receiver_id");--> statement-breakpoint
CREATE INDEX "request_forwards_age" ON "request_forwards" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "receiver_counters" ADD COLUMN "last_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "received_requests" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "execution_details" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "execution_details" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "last_seq" bigint DEFAULT 0 NOT NULL;