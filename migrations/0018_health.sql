ALTER TABLE "organization_services" ADD COLUMN "unanswered_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_services" ADD COLUMN "unanswered_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "unanswered_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "unanswered_since" timestamp with time zone;