CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text DEFAULT 'FREE' NOT NULL,
	"is_advanced_condition_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
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
CREATE TABLE "verified_emails" (
	"account_id" uuid NOT NULL,
	"address" text NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL,
	"verified_by" uuid,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "verified_emails_account_id_address_pk" PRIMARY KEY("account_id","address")
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"subscription_status" text,
	"payment_method_id" text,
	"card_last_four" text,
	"next_billing_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"payment_failed_at" timestamp (3) with time zone,
	"next_payment_attempt_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	"change_number" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "billing_accounts_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"handled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "oidc_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oidc_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "password_reset_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"data" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deferred_decisions" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rule_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"leased_by" uuid,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "execution_details" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"request" jsonb,
	"request_hash" uuid,
	"response_headers" jsonb,
	"response_body" "bytea",
	"is_truncated" boolean DEFAULT false NOT NULL,
	"final_uri" text,
	"redirects" integer DEFAULT 0 NOT NULL,
	"timing" jsonb,
	"error_message" text,
	"condition_problems" jsonb
);
--> statement-breakpoint
CREATE TABLE "execution_rollups" (
	"task_id" uuid NOT NULL,
	"bucket_at" timestamp (3) with time zone NOT NULL,
	"runs" integer NOT NULL,
	"inconclusive" integer DEFAULT 0 NOT NULL,
	"failures" integer NOT NULL,
	"http_errors" integer NOT NULL,
	"times" "bytea" NOT NULL,
	CONSTRAINT "execution_rollups_task_id_bucket_at_pk" PRIMARY KEY("task_id","bucket_at")
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
	"error_code" text,
	"sends_notifications" boolean,
	"stored_bytes" integer
);
--> statement-breakpoint
CREATE TABLE "sent_requests" (
	"task_id" uuid NOT NULL,
	"hash" uuid NOT NULL,
	"request" jsonb NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_requests_task_id_hash_pk" PRIMARY KEY("task_id","hash")
);
--> statement-breakpoint
CREATE TABLE "tested_requests" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"request" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"holder" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_once" UNIQUE("account_id","holder","key")
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
CREATE TABLE "alert_states" (
	"notification_id" uuid PRIMARY KEY NOT NULL,
	"is_notified" boolean NOT NULL,
	"is_withheld" boolean DEFAULT false NOT NULL,
	"consecutive_matches" integer NOT NULL,
	"consecutive_misses" integer DEFAULT 0 NOT NULL,
	"held_since" timestamp (3) with time zone,
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
	"is_requested" boolean DEFAULT false NOT NULL,
	"draft" jsonb,
	"response" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"provider_message_id" text,
	"joined_to" uuid,
	"counted" jsonb
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
	"muted_until" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
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
CREATE TABLE "deactivations_to_mail" (
	"account_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"failures" integer NOT NULL,
	"deactivated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deactivations_to_mail_account_id_task_id_pk" PRIMARY KEY("account_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "network_outage_accounts" (
	"outage_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "network_outage_accounts_outage_id_account_id_pk" PRIMARY KEY("outage_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "network_outages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "dev_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"html" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "current_rates" (
	"source_key" text NOT NULL,
	"product" text NOT NULL,
	"purpose" text NOT NULL,
	"min_loan_amount" double precision NOT NULL,
	"max_loan_amount" double precision NOT NULL,
	"rate" double precision NOT NULL,
	"effective_date" date NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"source_url" text NOT NULL,
	"stale_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "current_rates_pk" PRIMARY KEY("source_key","product","purpose","min_loan_amount","max_loan_amount")
);
--> statement-breakpoint
CREATE TABLE "rate_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"loan_amount" double precision NOT NULL,
	"loan_purpose" text NOT NULL,
	"product" text NOT NULL,
	"rate" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"triggered_at" timestamp (3) with time zone,
	"triggered_by" jsonb
);
--> statement-breakpoint
CREATE TABLE "rate_observations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_key" text NOT NULL,
	"product" text NOT NULL,
	"purpose" text NOT NULL,
	"min_loan_amount" double precision NOT NULL,
	"max_loan_amount" double precision NOT NULL,
	"rate" double precision NOT NULL,
	"effective_date" date NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"source_url" text NOT NULL,
	"quarantine_reason" text
);
--> statement-breakpoint
CREATE TABLE "rate_sources" (
	"key" text PRIMARY KEY NOT NULL,
	"lender" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"rate_type" text NOT NULL,
	"url" text NOT NULL,
	"licence" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"next_fetch_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"leased_until" timestamp (3) with time zone,
	"last_fetched_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"stale_at" timestamp (3) with time zone,
	"last_error" text,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_subscriptions" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"loan_amount" double precision NOT NULL,
	"loan_purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_day" date,
	"last_sent" jsonb
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
	"response_bytes" integer,
	"content_type" text NOT NULL,
	"error" text,
	"stored_bytes" integer
);
--> statement-breakpoint
CREATE TABLE "receiver_counters" (
	"receiver_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"window_start" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL,
	"window_hits" integer DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token" text NOT NULL,
	"name" text NOT NULL,
	"is_draft" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"response_code" smallint NOT NULL,
	"content_type" text NOT NULL,
	"response_body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receivers_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "rejected_requests" (
	"receiver_id" uuid NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rejected_requests_receiver_id_minute_reason_pk" PRIMARY KEY("receiver_id","minute","reason")
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
CREATE TABLE "schedule_pauses" (
	"task_id" uuid NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone,
	CONSTRAINT "schedule_pauses_task_id_from_at_pk" PRIMARY KEY("task_id","from_at")
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
	"in_flight_execution_id" uuid,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"failing_runs" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"state_version" integer DEFAULT 0 NOT NULL,
	"executions_total" integer DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text,
	"is_draft" boolean NOT NULL,
	"request" jsonb NOT NULL,
	"request_bytes" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	"last_slack_setup_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"selected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"remote_address" text,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"task_list_sort_key" text DEFAULT 'createdAt' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "web_files" (
	"path" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_emails" ADD CONSTRAINT "verified_emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_account_id_user_id_memberships_account_id_user_id_fk" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."memberships"("account_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_identities" ADD CONSTRAINT "oidc_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_codes" ADD CONSTRAINT "password_reset_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deferred_decisions" ADD CONSTRAINT "deferred_decisions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tested_requests" ADD CONSTRAINT "tested_requests_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slack_channels" ADD CONSTRAINT "slack_channels_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_outage_accounts" ADD CONSTRAINT "network_outage_accounts_outage_id_network_outages_id_fk" FOREIGN KEY ("outage_id") REFERENCES "public"."network_outages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_rates" ADD CONSTRAINT "current_rates_source_key_rate_sources_key_fk" FOREIGN KEY ("source_key") REFERENCES "public"."rate_sources"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_alerts" ADD CONSTRAINT "rate_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_observations" ADD CONSTRAINT "rate_observations_source_key_rate_sources_key_fk" FOREIGN KEY ("source_key") REFERENCES "public"."rate_sources"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_subscriptions" ADD CONSTRAINT "rate_subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_counters" ADD CONSTRAINT "receiver_counters_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivers" ADD CONSTRAINT "receivers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejected_requests" ADD CONSTRAINT "rejected_requests_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charts" ADD CONSTRAINT "charts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_user_id_memberships_account_id_user_id_fk" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."memberships"("account_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_accounts_synced" ON "billing_accounts" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "stripe_events_handled" ON "stripe_events" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "api_tokens_account" ON "api_tokens" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oidc_identities_user" ON "oidc_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "password_reset_codes_user" ON "password_reset_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expiry" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "deferred_decisions_task" ON "deferred_decisions" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "deferred_decisions_account" ON "deferred_decisions" USING btree ("account_id","execution_id");--> statement-breakpoint
CREATE INDEX "deferred_decisions_leased" ON "deferred_decisions" USING btree ("account_id") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "execution_rollups_bad" ON "execution_rollups" USING btree ("task_id","bucket_at") WHERE (failures > 0 or http_errors > 0);--> statement-breakpoint
CREATE INDEX "executions_history" ON "executions" USING btree ("task_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "executions_once" ON "executions" USING btree ("task_id","scheduled_for") WHERE trigger = 'SCHEDULE';--> statement-breakpoint
CREATE INDEX "executions_tests" ON "executions" USING btree ("created_at") WHERE trigger = 'TEST';--> statement-breakpoint
CREATE INDEX "tested_requests_task" ON "tested_requests" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_windows_expiry" ON "rate_windows" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("subject_id","notification_id","occasion");--> statement-breakpoint
CREATE INDEX "deliveries_provider_message" ON "deliveries" USING btree ("provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_listed" ON "deliveries" USING btree ("joined_to","id") WHERE status = 'PENDING' and joined_to is not null;--> statement-breakpoint
CREATE INDEX "deliveries_joining" ON "deliveries" USING btree ("notification_id") WHERE status = 'PENDING' and joined_to = id;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("notification_id","occasion","id") WHERE status = 'PENDING' and occasion <> 'REQUEST';--> statement-breakpoint
CREATE INDEX "notifications_task" ON "notifications" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "notifications_receiver" ON "notifications" USING btree ("receiver_id","id");--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "slack_channels_once" ON "slack_channels" USING btree ("account_id","team_id","slack_channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_outages_open" ON "network_outages" USING btree ((true)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "dev_outbox_to" ON "dev_outbox" USING btree ("to","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_alerts_account" ON "rate_alerts" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_alerts_waiting" ON "rate_alerts" USING btree ("product","rate") WHERE triggered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "rate_observations_once" ON "rate_observations" USING btree ("source_key","product","purpose","min_loan_amount","max_loan_amount","effective_date") WHERE quarantine_reason is null;--> statement-breakpoint
CREATE UNIQUE INDEX "rate_observations_quarantined_once" ON "rate_observations" USING btree ("source_key","product","purpose","min_loan_amount","max_loan_amount","effective_date") WHERE quarantine_reason is not null;--> statement-breakpoint
CREATE INDEX "rate_observations_date" ON "rate_observations" USING btree ("effective_date");--> statement-breakpoint
CREATE INDEX "rate_subscriptions_day" ON "rate_subscriptions" USING btree ("last_sent_day");--> statement-breakpoint
CREATE INDEX "received_requests_history" ON "received_requests" USING btree ("receiver_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receiver_counters_recent" ON "receiver_counters" USING btree ("window_start","receiver_id");--> statement-breakpoint
CREATE INDEX "receivers_account" ON "receivers" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receivers_drafts" ON "receivers" USING btree ("updated_at") WHERE is_draft;--> statement-breakpoint
CREATE INDEX "rejected_requests_minute" ON "rejected_requests" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "charts_task" ON "charts" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("due_at") WHERE due_at is not null and in_flight_execution_id is null;--> statement-breakpoint
CREATE INDEX "schedules_in_flight" ON "schedules" USING btree ("account_id") WHERE in_flight_execution_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_account" ON "tasks" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tasks_drafts" ON "tasks" USING btree ("updated_at") WHERE is_draft;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE VIEW "public"."account_owners" AS (select "memberships"."account_id", "memberships"."user_id", "users"."email" from "memberships" inner join "users" on "users"."id" = "memberships"."user_id" where "memberships"."role" = 'OWNER');
--> statement-breakpoint
-- Room on each page for the updates that a run makes to its own row (QUEUED, RUNNING, ended),
-- so that they stay heap-only: no index is touched.
ALTER TABLE "executions" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "schedules" SET (fillfactor = 80);--> statement-breakpoint
-- Every run updates a schedule twice: vacuum by a count, not by a fifth of a table that may hold millions.
ALTER TABLE "schedules" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- Its row is updated with each group of requests: room on its page keeps that heap-only.
ALTER TABLE "receiver_counters" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- Whoever changes what an ingress keeps in memory tells it, in the same transaction: the version refuses what was
-- decided on older settings, the notification makes processes forget them at once.
CREATE FUNCTION knockwire_receiver_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO receiver_counters (receiver_id) VALUES (NEW.id);
		PERFORM pg_notify('knockwire_receivers', NEW.token);
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' THEN
		UPDATE receiver_counters SET version = version + 1 WHERE receiver_id = NEW.id;
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
		UPDATE receiver_counters SET version = version + 1 WHERE receiver_id = changed;
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
	PERFORM 1 FROM receiver_counters g JOIN receivers r ON r.id = g.receiver_id
		WHERE r.account_id = NEW.id ORDER BY g.receiver_id FOR NO KEY UPDATE OF g;
	UPDATE receiver_counters g SET version = g.version + 1 FROM receivers r WHERE r.id = g.receiver_id AND r.account_id = NEW.id;
	PERFORM pg_notify('knockwire_receivers', token) FROM receivers WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_plan_changed AFTER UPDATE OF plan ON "accounts"
	FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan) EXECUTE FUNCTION knockwire_plan_changed();
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
--> statement-breakpoint
-- Whoever changes a status writes when: the API, and executors that disable what fails or has been.
CREATE FUNCTION knockwire_schedule_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.status = 'ACTIVE' THEN
		UPDATE schedule_pauses SET to_at = now() WHERE task_id = NEW.task_id AND to_at IS NULL;
	ELSE
		INSERT INTO schedule_pauses (task_id, from_at) VALUES (NEW.task_id, now())
			ON CONFLICT (task_id, from_at) DO UPDATE SET to_at = NULL;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedules_status_changed AFTER UPDATE OF status ON "schedules"
	FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION knockwire_schedule_status_changed();
--> statement-breakpoint
-- Whoever changes a status changes the version that the task's owner reads: the API, and executors that disable what fails or has been.
CREATE FUNCTION knockwire_schedule_state_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.state_version := OLD.state_version + 1;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedules_state_version BEFORE UPDATE OF status ON "schedules"
	FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION knockwire_schedule_state_version();
