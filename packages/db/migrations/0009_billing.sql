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
CREATE INDEX "billing_accounts_synced" ON "billing_accounts" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "stripe_events_handled" ON "stripe_events" USING btree ("handled_at");