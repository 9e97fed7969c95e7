CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"plan" text DEFAULT 'FREE' NOT NULL,
	"task_list_sort_key" text DEFAULT 'createdAt' NOT NULL,
	"is_advanced_condition_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"account_id" uuid NOT NULL,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_codes_account_id_address_pk" PRIMARY KEY("account_id","address")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"remote_address" text
);
--> statement-breakpoint
CREATE TABLE "verified_emails" (
	"account_id" uuid NOT NULL,
	"address" text NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "verified_emails_account_id_address_pk" PRIMARY KEY("account_id","address")
);
--> statement-breakpoint
CREATE TABLE "execution_details" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"request" jsonb NOT NULL,
	"response_headers" jsonb,
	"response_body" "bytea",
	"is_truncated" boolean DEFAULT false NOT NULL,
	"final_uri" text,
	"redirects" integer DEFAULT 0 NOT NULL,
	"timing" jsonb,
	"error_message" text
);
--> statement-breakpoint
CREATE TABLE "executions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"scheduled_for" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"attempt" uuid,
	"response_time_ms" double precision,
	"status_code" smallint,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_windows_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "dev_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"property" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"disabled_reason" text,
	"interval_second" integer,
	"expression" text,
	"timezone" text,
	"one_time_mode_epoch_second" bigint,
	"one_time_mode_timezone" text,
	"anchor_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"under_way_execution_id" uuid,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"executions_total" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text,
	"is_draft" boolean NOT NULL,
	"request" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	"last_slack_setup_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_emails" ADD CONSTRAINT "verified_emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charts" ADD CONSTRAINT "charts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "executions_history" ON "executions" USING btree ("task_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "executions_once" ON "executions" USING btree ("task_id","scheduled_for") WHERE trigger = 'SCHEDULE';--> statement-breakpoint
CREATE INDEX "rate_windows_expiry" ON "rate_windows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "dev_outbox_to" ON "dev_outbox" USING btree ("to","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charts_task" ON "charts" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("due_at") WHERE due_at is not null and under_way_execution_id is null;--> statement-breakpoint
CREATE INDEX "schedules_under_way" ON "schedules" USING btree ("account_id") WHERE under_way_execution_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_account" ON "tasks" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tasks_drafts" ON "tasks" USING btree ("updated_at") WHERE is_draft;