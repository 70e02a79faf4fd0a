ALTER TABLE "workspaces" ADD COLUMN "held_command" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "held_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "held_seen_at" timestamp with time zone;