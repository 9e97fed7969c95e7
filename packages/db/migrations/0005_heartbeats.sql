CREATE TABLE "heartbeat_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"expected_at" timestamp (3) with time zone,
	"last_signal_at" timestamp (3) with time zone,
	"duration_ms" bigint,
	"exit_code" smallint
);
--> statement-breakpoint
CREATE TABLE "heartbeat_signals" (
	"receiver_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "heartbeat_signals_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"run_id" uuid,
	"exit_code" smallint,
	CONSTRAINT "heartbeat_signals_receiver_id_position_pk" PRIMARY KEY("receiver_id","position")
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"receiver_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"expectation" jsonb NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_signal_at" timestamp (3) with time zone,
	"expected_at" timestamp (3) with time zone,
	"expected_by" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"is_settled" boolean DEFAULT false NOT NULL,
	"runs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"change_id" uuid
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "heartbeat" jsonb;--> statement-breakpoint
ALTER TABLE "heartbeat_changes" ADD CONSTRAINT "heartbeat_changes_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heartbeat_signals" ADD CONSTRAINT "heartbeat_signals_receiver_id_heartbeats_receiver_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."heartbeats"("receiver_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heartbeats" ADD CONSTRAINT "heartbeats_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "heartbeat_changes_history" ON "heartbeat_changes" USING btree ("receiver_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "heartbeats_account" ON "heartbeats" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "heartbeats_check" ON "heartbeats" USING btree ("check_at") WHERE check_at is not null;