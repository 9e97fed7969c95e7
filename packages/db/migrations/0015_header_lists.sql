-- Headers were objects, whose order is lost; they are lists of names and values from now on. Tasks and notifications are
-- few and converted here; executions and received requests are many, and read in either form until they age out.
UPDATE "tasks" SET "request" = jsonb_set("request", '{headers}', (
	SELECT coalesce(jsonb_agg(jsonb_build_array(key, value)), '[]') FROM jsonb_each("request" -> 'headers')
)) WHERE jsonb_typeof("request" -> 'headers') = 'object';
--> statement-breakpoint
UPDATE "notifications" SET "setting" = jsonb_set("setting", '{request,headers}', (
	SELECT coalesce(jsonb_agg(jsonb_build_array(key, value)), '[]') FROM jsonb_each("setting" #> '{request,headers}')
)) WHERE "type" = 'HTTP' AND jsonb_typeof("setting" #> '{request,headers}') = 'object';
