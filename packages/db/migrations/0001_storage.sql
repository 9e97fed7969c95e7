-- Room on each page for the updates that a run makes to its own row (QUEUED, RUNNING, ended),
-- so that they stay heap-only: no index is touched.
ALTER TABLE "executions" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "schedules" SET (fillfactor = 80);--> statement-breakpoint
-- Every run updates a schedule twice: vacuum by a count, not by a fifth of a table that may hold millions.
ALTER TABLE "schedules" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
