ALTER TABLE "nodes" ADD COLUMN "drained_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "drain_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "drain_problems" jsonb DEFAULT '{}'::jsonb NOT NULL;