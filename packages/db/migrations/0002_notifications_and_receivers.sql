CREATE TABLE "alert_states" (
	"notification_id" uuid PRIMARY KEY NOT NULL,
	"is_told" boolean NOT NULL,
	"held_in_a_row" integer NOT NULL,
	"last_values" jsonb,
	"last_execution_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"occasion" text NOT NULL,
	"type" text NOT NULL,
	"recipient" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"verdict" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"provider_message_id" text
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"task_id" uuid,
	"receiver_id" uuid,
	"type" text NOT NULL,
	"condition" jsonb,
	"firing" jsonb,
	"setting" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_one_owner" CHECK (num_nonnulls("notifications"."task_id", "notifications"."receiver_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "slack_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"team_id" text NOT NULL,
	"team_name" text NOT NULL,
	"slack_channel_id" text NOT NULL,
	"channel" text NOT NULL,
	"token" jsonb NOT NULL,
	"webhook_url" jsonb,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"secret" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"remote_address" text NOT NULL,
	"response_code" smallint NOT NULL,
	"request_headers" jsonb NOT NULL,
	"request_body" "bytea" NOT NULL,
	"response_body" text NOT NULL,
	"content_type" text NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "receiver_counts" (
	"receiver_id" uuid NOT NULL,
	"shard" smallint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "receiver_counts_receiver_id_shard_pk" PRIMARY KEY("receiver_id","shard")
);
--> statement-breakpoint
CREATE TABLE "receivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"response_code" smallint NOT NULL,
	"content_type" text NOT NULL,
	"response_body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receivers_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slack_channels" ADD CONSTRAINT "slack_channels_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_counts" ADD CONSTRAINT "receiver_counts_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("subject_id","notification_id","occasion");--> statement-breakpoint
CREATE INDEX "deliveries_provider_message" ON "deliveries" USING btree ("provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_task" ON "notifications" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "notifications_receiver" ON "notifications" USING btree ("receiver_id","id");--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "slack_channels_once" ON "slack_channels" USING btree ("account_id","team_id","slack_channel_id");--> statement-breakpoint
CREATE INDEX "received_requests_history" ON "received_requests" USING btree ("receiver_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receivers_account" ON "receivers" USING btree ("account_id","id" DESC NULLS LAST);