CREATE TABLE "ingress_presence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receiver_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"receiver_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "heartbeat_changes" ADD COLUMN "absence_ms" bigint;--> statement-breakpoint
ALTER TABLE "heartbeats" ADD COLUMN "badge_token" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "receiver_addresses" ADD CONSTRAINT "receiver_addresses_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ingress_presence_until" ON "ingress_presence" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "receiver_addresses_receiver" ON "receiver_addresses" USING btree ("receiver_id");--> statement-breakpoint
ALTER TABLE "heartbeats" ADD CONSTRAINT "heartbeats_badge_token_unique" UNIQUE("badge_token");