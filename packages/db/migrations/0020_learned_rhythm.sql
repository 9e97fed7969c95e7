CREATE TABLE "counted_hours" (
	"hour" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receiver_rollups" (
	"receiver_id" uuid NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"received" integer[] NOT NULL,
	"rejected" integer[] NOT NULL,
	"last_seq" bigint NOT NULL,
	"counted_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receiver_rollups_receiver_id_day_pk" PRIMARY KEY("receiver_id","day")
);
--> statement-breakpoint
ALTER TABLE "heartbeat_changes" ADD COLUMN "counted" jsonb;--> statement-breakpoint
ALTER TABLE "heartbeats" ADD COLUMN "usual" jsonb;--> statement-breakpoint
ALTER TABLE "heartbeats" ADD COLUMN "judged_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receiver_rollups" ADD CONSTRAINT "receiver_rollups_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receiver_rollups_day" ON "receiver_rollups" USING btree ("day");