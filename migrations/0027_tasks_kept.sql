CREATE TABLE "task_diffs" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"files" jsonb NOT NULL,
	"more" boolean NOT NULL,
	"schema" text,
	"noted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task_diffs" ADD CONSTRAINT "task_diffs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;