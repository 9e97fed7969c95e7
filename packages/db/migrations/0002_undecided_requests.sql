CREATE TABLE "undecided_requests" (
	"receiver_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "undecided_requests_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rule_versions" jsonb NOT NULL,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "undecided_requests_receiver_id_position_pk" PRIMARY KEY("receiver_id","position")
);
--> statement-breakpoint
ALTER TABLE "undecided_requests" ADD CONSTRAINT "undecided_requests_receiver_id_receiver_counters_receiver_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receiver_counters"("receiver_id") ON DELETE cascade ON UPDATE no action;