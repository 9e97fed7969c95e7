CREATE TABLE "executor_presence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"is_paused" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missed_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"runs" integer NOT NULL,
	"is_at_least" boolean NOT NULL,
	"running_execution_id" uuid,
	"away_from" timestamp (3) with time zone,
	"away_to" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "catch_up" text DEFAULT 'ONCE' NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "catch_up_second" integer;--> statement-breakpoint
CREATE INDEX "executor_presence_until" ON "executor_presence" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "missed_runs_task" ON "missed_runs" USING btree ("task_id","from_at" DESC NULLS LAST);