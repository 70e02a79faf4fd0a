ALTER TABLE "snapshots" ADD COLUMN "more_languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "more_languages" text[] DEFAULT '{}' NOT NULL;