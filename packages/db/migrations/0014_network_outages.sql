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
ALTER TABLE "execution_rollups" ADD COLUMN "inconclusive" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "network_outage_accounts" ADD CONSTRAINT "network_outage_accounts_outage_id_network_outages_id_fk" FOREIGN KEY ("outage_id") REFERENCES "public"."network_outages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "network_outages_open" ON "network_outages" USING btree ((true)) WHERE ended_at is null;