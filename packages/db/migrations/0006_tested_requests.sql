CREATE TABLE "tested_requests" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"request" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tested_requests" ADD CONSTRAINT "tested_requests_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tested_requests_task" ON "tested_requests" USING btree ("task_id");