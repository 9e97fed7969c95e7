CREATE TABLE "deferred_decisions" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"leased_by" uuid,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "deferred_decisions" ADD CONSTRAINT "deferred_decisions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deferred_decisions_task" ON "deferred_decisions" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "deferred_decisions_account" ON "deferred_decisions" USING btree ("account_id","execution_id");