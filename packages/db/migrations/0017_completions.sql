CREATE TABLE "completions" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"has_failed" boolean,
	"exit_code" smallint,
	"content_type" text,
	"body" "bytea"
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "completion_second" integer;--> statement-breakpoint
CREATE INDEX "completions_check" ON "completions" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "completions_account" ON "completions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "completions_task" ON "completions" USING btree ("task_id");