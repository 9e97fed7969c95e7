CREATE TABLE "execution_rollups" (
	"task_id" uuid NOT NULL,
	"bucket_at" timestamp (3) with time zone NOT NULL,
	"runs" integer NOT NULL,
	"failures" integer NOT NULL,
	"http_errors" integer NOT NULL,
	"times" "bytea" NOT NULL,
	CONSTRAINT "execution_rollups_task_id_bucket_at_pk" PRIMARY KEY("task_id","bucket_at")
);
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "failing_runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "failing_since" timestamp (3) with time zone;