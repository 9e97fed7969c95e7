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
ALTER TABLE "current_rates" ADD CONSTRAINT "current_rates_source_key_rate_sources_key_fk" FOREIGN KEY ("source_key") REFERENCES "public"."rate_sources"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_alerts" ADD CONSTRAINT "rate_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_observations" ADD CONSTRAINT "rate_observations_source_key_rate_sources_key_fk" FOREIGN KEY ("source_key") REFERENCES "public"."rate_sources"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_subscriptions" ADD CONSTRAINT "rate_subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_alerts_account" ON "rate_alerts" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_alerts_waiting" ON "rate_alerts" USING btree ("product","rate") WHERE triggered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "rate_observations_once" ON "rate_observations" USING btree ("source_key","product","purpose","min_loan_amount","max_loan_amount","effective_date") WHERE quarantine_reason is null;--> statement-breakpoint
CREATE UNIQUE INDEX "rate_observations_quarantined_once" ON "rate_observations" USING btree ("source_key","product","purpose","min_loan_amount","max_loan_amount","effective_date") WHERE quarantine_reason is not null;--> statement-breakpoint
CREATE INDEX "rate_observations_date" ON "rate_observations" USING btree ("effective_date");--> statement-breakpoint
CREATE INDEX "rate_subscriptions_day" ON "rate_subscriptions" USING btree ("last_sent_day");