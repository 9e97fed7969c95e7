CREATE TABLE "rejected_requests" (
	"receiver_id" uuid NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rejected_requests_receiver_id_minute_reason_pk" PRIMARY KEY("receiver_id","minute","reason")
);
--> statement-breakpoint
ALTER TABLE "rejected_requests" ADD CONSTRAINT "rejected_requests_receiver_id_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rejected_requests_minute" ON "rejected_requests" USING btree ("minute");